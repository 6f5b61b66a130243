import { type Money, fromCents, toCents } from '@rede/contract/money';
import type { CountedOrder } from '@rede/contract/dashboard';
import { formatMoney } from '../lib/money.ts';

interface Debt {
  /** Who owes, and who asks. */
  debtor: string;
  sender: string;
  /** The orders that are not fully paid; others are passed over. */
  orders: readonly Pick<CountedOrder, 'ecommerceId' | 'createdAt' | 'pending'>[];
  /** What is owed in all, when there are more orders than these. */
  total: Money;
}

/** A kind message to somebody who owes: each order with what is missing, and the sum. */
export function debtMessage({ debtor, sender, orders, total }: Debt): string {
  const unpaid = orders.filter(({ pending }) => toCents(pending) > 0);
  const listed = unpaid.map(
    ({ ecommerceId, createdAt, pending }) => `• ${ecommerceId}, de ${createdAt}: ${formatMoney(pending)}`,
  );
  const missing = toCents(total) - unpaid.reduce((sum, { pending }) => sum + toCents(pending), 0);
  if (missing > 0) listed.push(`• Outras encomendas: ${formatMoney(fromCents(missing))}`);

  return [
    `Olá, ${firstName(debtor)}! Espero que esteja tudo bem.`,
    '',
    listed.length === 1
      ? 'Um lembrete: esta encomenda ainda tem um valor por pagar.'
      : 'Um lembrete: estas encomendas ainda têm valores por pagar.',
    '',
    ...listed,
    ...(listed.length === 1 ? [] : ['', `No total: ${formatMoney(total)}`]),
    '',
    'Se entretanto já está tratado, não é preciso fazer mais nada.',
    'Muito obrigado e um abraço,',
    firstName(sender),
  ].join('\n');
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
