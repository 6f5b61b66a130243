import type { LineField, Recognised } from '@rede/contract/orders-import';

/** The fields of a record by their titles, in the order of our own files. */
export const fieldTitles: Record<LineField, string> = {
  ecommerceId: 'Número de encomenda',
  couponCode: 'Cupão',
  createdAt: 'Data de Encomenda',
  paidAt: 'Data de Pagamento',
  internalId: 'Código IK',
  total: 'Valor da Encomenda',
  totalPayment: 'Valor Pago',
};

export type Shop = NonNullable<Recognised['shop']>;

export const shopNames: Record<Shop, string> = {
  rede: 'ficheiro modelo',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  'woocommerce-analytics': 'WooCommerce Analytics',
  prestashop: 'PrestaShop',
};
