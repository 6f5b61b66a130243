import { knownStatuses, shopNamed, shops } from '@rede/api/orders-file/shops';
import { statusKey } from '@rede/api/orders-file/statuses';
import { expect, test } from 'vitest';

test.each([
  [
    'prestashop',
    'paid',
    ['Payment accepted', 'Preparação em curso', 'Preparación en curso', 'Livré', 'On backorder (paid)'],
  ],
  [
    'prestashop',
    'unpaid',
    ['Awaiting bank wire payment', 'A aguardar pagamento por Multibanco', 'On backorder (not paid)'],
  ],
  ['prestashop', 'unpaid', ['En espera de validación por contra reembolso.', 'En attente de paiement à la livraison']],
  ['prestashop', 'cancelled', ['Canceled', 'Anulada', 'Cancelado', 'Error en pago', 'Remboursé', 'Payment error']],
  ['prestashop', 'partlyPaid', ['Partial payment', 'Pagamento parcial']],
  [
    'woocommerce',
    'paid',
    ['completed', 'wc-processing', 'Concluída', 'Em processamento', 'Procesando', 'Terminée', 'En cours'],
  ],
  ['woocommerce', 'unpaid', ['Pending payment', 'Aguarda confirmação de pagamento', 'Pendiente de pago', 'En attente']],
  ['woocommerce-analytics', 'cancelled', ['Failed', 'Falhada', 'Reembolsada', 'Cancelado', 'Échouée', 'trash']],
  ['woocommerce', 'draft', ['checkout-draft', 'Rascunho', 'Borrador', 'Brouillon']],
  ['shopify', 'paid', ['partially_refunded']],
] as const)('of %s these are %s: %j', (shop, meaning, words) => {
  const known = knownStatuses(shopNamed(shop));

  expect(words.map((word) => known.get(statusKey(word)))).toEqual(words.map(() => meaning));
});

test('no shop’s status means two things', () => {
  for (const { statuses = {} } of shops) {
    const meanings = new Map<string, Set<string>>();
    for (const [meaning, words] of Object.entries(statuses)) {
      for (const word of words) {
        const key = statusKey(word);
        meanings.set(key, (meanings.get(key) ?? new Set()).add(meaning));
      }
    }

    expect([...meanings].filter(([, found]) => found.size > 1)).toEqual([]);
  }
});

test('a backorder that does not say whether it is paid is known as neither', () => {
  const known = knownStatuses(shopNamed('prestashop'));

  expect(['On backorder', 'Sem stock', 'Pedido en espera'].map((word) => known.get(statusKey(word)))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
