import type { LineField, Recognised } from '@rede/contract/orders-import';

/** The fields of a record, by their titles in our own files and in the product. */
export const fieldTitles: Record<LineField, string> = {
  ecommerceId: 'Número de encomenda',
  createdAt: 'Data de Encomenda',
  total: 'Valor da Encomenda',
  paidAt: 'Data de Pagamento',
  totalPayment: 'Valor Pago',
  couponCode: 'Cupão',
  internalId: 'Código IK',
};

export type Shop = NonNullable<Recognised['shop']>;

export const shopNames: Record<Shop, string> = {
  rede: 'ficheiro modelo',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  'woocommerce-analytics': 'WooCommerce Analytics',
  prestashop: 'PrestaShop',
};
