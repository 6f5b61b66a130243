import { type Database, streamRows } from '@rede/api/db/client';
import { sql } from 'kysely';

/** The same orders as a shop would export them, and as COPY takes them. */
export interface OrdersFiles {
  records: number;
  good: string;
  /** Of as many records, a tenth of them bad. */
  withBadLines: string;
  /** In the text format of COPY, with consultants by id. */
  copy: string;
}

/** The columns of `copy`. */
export const copiedColumns =
  'ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents';

interface OrderRow {
  number: string;
  consultantId: number | null;
  code: string | null;
  coupon: string | null;
  createdAt: string;
  paidAt: string | null;
  cents: number;
  paidCents: number | null;
}

const header =
  'Número de encomenda;Cupão;Data de Encomenda;Data de Pagamento;Código IK;Valor da Encomenda;Valor Pago\r\n';

/** Of the orders that are in the database, in the order that they came in. */
export async function filesOfOrders(database: Database): Promise<OrdersFiles> {
  const parts = streamRows(
    database,
    () => sql<OrderRow>`
      select
        ecommerce_id as number, consultant_id as "consultantId", consultant.internal_id as code, coupon_code as coupon,
        orders.created_at as "createdAt", paid_at as "paidAt", total_cents as cents, total_payment_cents as "paidCents"
      from orders
      left join consultants consultant on consultant.id = consultant_id
      order by orders.created_at, orders.id
    `,
  );
  const files: OrdersFiles = { records: 0, good: header, withBadLines: header, copy: '' };
  let before = '';
  for await (const orders of parts) {
    for (const order of orders) {
      const good = line(order);
      files.good += good;
      files.withBadLines += files.records % 10 === 9 ? badLine(order, before, files.records) : good;
      files.copy += copyLine(order);
      files.records += 1;
      before = order.number;
    }
  }
  return files;
}

function line({ number, coupon, createdAt, paidAt, code, cents, paidCents }: OrderRow): string {
  return `${[number, coupon, createdAt, paidAt, code, euros(cents), euros(paidCents)].join(';')}\r\n`;
}

/** As somebody in Portugal writes it. */
function euros(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2).replace('.', ',');
}

/** One bad line after another, each bad in another way. */
function badLine(order: OrderRow, numberBefore: string, index: number): string {
  const ways = [
    () => line({ ...order, code: 'NINGUÉM' }),
    () => line({ ...order, createdAt: '2026-02-31' }),
    () => line({ ...order, number: numberBefore }),
    () => line(order).replace(/,\d\d;/, ';'.repeat(2)),
    () => line({ ...order, coupon: '"BLACK"20' }),
  ];
  return ways[Math.floor(index / 10) % ways.length]?.() ?? '';
}

function copyLine({ number, consultantId, coupon, createdAt, paidAt, cents, paidCents }: OrderRow): string {
  const values = [number, consultantId, coupon, createdAt, paidAt, cents, paidCents];
  return `${values.map((value) => value ?? String.raw`\N`).join('\t')}\n`;
}
