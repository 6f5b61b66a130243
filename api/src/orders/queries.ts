import { fromCents, toCents } from '@rede/contract/money';
import type { Order, OrderBody } from '@rede/contract/orders';
import { sql } from 'kysely';
import { type Actor, inChange } from '../db/change.ts';
import { type Database, type Queries, violatedConstraint } from '../db/client.ts';
import { fieldProblem, notFound, stale } from '../http/problem.ts';

/** An order as the database returns it: amounts in cents. */
export type OrderRow = Omit<Order, 'total' | 'totalPayment' | 'pending'> & {
  totalCents: number;
  totalPaymentCents: number | null;
  pendingCents: number;
};

export function wire({ totalCents, totalPaymentCents, pendingCents, ...order }: OrderRow): Order {
  return {
    ...order,
    total: fromCents(totalCents),
    totalPayment: totalPaymentCents === null ? null : fromCents(totalPaymentCents),
    pending: fromCents(pendingCents),
  };
}

/** The code of the upline in force on the order's own day; null when there was none. */
const parentId = (rootUplineCode: string) =>
  sql`case when period.id is null then null when period.upline_id is null then ${rootUplineCode}::text else upline.internal_id end`;

export const columns = (rootUplineCode: string) => sql`
  "order".id,
  "order".ecommerce_id as "ecommerceId",
  "order".coupon_code as "couponCode",
  "order".created_at as "createdAt",
  "order".paid_at as "paidAt",
  "order".total_cents as "totalCents",
  "order".total_payment_cents as "totalPaymentCents",
  "order".pending_cents as "pendingCents",
  case when consultant.id is not null then jsonb_build_object(
    'id', consultant.id,
    'name', consultant.name,
    'email', consultant.email,
    'internalId', consultant.internal_id,
    'parentId', ${parentId(rootUplineCode)},
    'upline', case when upline.id is not null then jsonb_build_object('id', upline.id, 'name', upline.name) end
  ) end as consultant,
  "order".import_id as "importId",
  "order".version`;

export const source = sql`
  orders "order"
  left join consultants consultant on consultant.id = "order".consultant_id
  left join upline_periods period on period.consultant_id = "order".consultant_id and period.during @> "order".created_at
  left join consultants upline on upline.id = period.upline_id`;

export async function findOrder(db: Queries, id: number, rootUplineCode: string): Promise<Order | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns(rootUplineCode)} from ${source} where "order".id = ${id}
  `.execute(db);
  return rows[0] && wire(rows[0]);
}

/** Creates an order. Problems: 400 for the consultant's code, 409 when the number is taken. */
export function insertOrder(database: Database, body: OrderBody, rootUplineCode: string, by: Actor): Promise<Order> {
  return sayingWhatIsTaken(body, () =>
    inChange(database, { by, does: 'order.create' }, async (db) => {
      const values = await row(db, body);
      const { id } = await db.insertInto('orders').values(values).returning('id').executeTakeFirstOrThrow();
      return written(db, id, rootUplineCode);
    }),
  );
}

/** Changes an order. Problems: 400 for the consultant's code, 404, 409 (number taken, stale). */
export function updateOrder(
  database: Database,
  id: number,
  body: OrderBody,
  rootUplineCode: string,
  by: Actor,
): Promise<Order> {
  return sayingWhatIsTaken(body, () =>
    inChange(database, { by, does: 'order.update' }, async (db) => {
      const before = await db
        .selectFrom('orders')
        .select('version')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw notFound('Esta encomenda');
      if (body.version !== undefined && body.version !== before.version) throw stale();
      const values = await row(db, body);
      await db
        .updateTable('orders')
        .set({ ...values, version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      return written(db, id, rootUplineCode);
    }),
  );
}

/** Deletes an order; Problem 404. */
export function deleteOrder(database: Queries, id: number, by: Actor): Promise<void> {
  return inChange(database, { by, does: 'order.delete' }, async (db) => {
    const deleted = await db.deleteFrom('orders').where('id', '=', id).returning('id').executeTakeFirst();
    if (!deleted) throw notFound('Esta encomenda');
  });
}

async function written(db: Queries, id: number, rootUplineCode: string): Promise<Order> {
  const order = await findOrder(db, id, rootUplineCode);
  if (!order) throw new Error('an order just written is not there');
  return order;
}

async function row(db: Queries, body: OrderBody) {
  const code = body.consultant?.internalId;
  return {
    ecommerce_id: body.ecommerceId,
    consultant_id: code === undefined ? null : await findConsultantId(db, code),
    coupon_code: body.couponCode ?? null,
    created_at: body.createdAt,
    paid_at: body.paidAt ?? null,
    total_cents: toCents(body.total),
    total_payment_cents: body.totalPayment === undefined ? null : toCents(body.totalPayment),
  };
}

async function findConsultantId(db: Queries, code: string): Promise<number> {
  const consultant = await db
    .selectFrom('consultants')
    .select('id')
    .where(sql`lower(internal_id)`, '=', sql`lower(${code})`)
    .forKeyShare()
    .executeTakeFirst();
  if (!consultant) throw fieldProblem('invalid', 'consultant.internalId', `O Código IK ${code} não existe`);
  return consultant.id;
}

async function sayingWhatIsTaken<T>(body: OrderBody, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'orders_ecommerce_id_key') throw error;
    throw fieldProblem('taken', 'ecommerceId', `Já existe uma encomenda com o número ${body.ecommerceId}`);
  }
}
