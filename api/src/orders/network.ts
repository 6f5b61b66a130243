import { firstDay, lastDay } from '@rede/contract/days';
import type { OrderFilter } from '@rede/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { memberDays, orderedOnMemberDays, type ResolvedNetwork, resolveNetwork } from '../db/membership.ts';
import { fieldProblem } from '../http/problem.ts';

/** A filter with the network that its `networkOf` names, as the snapshot that reads the orders has it. */
export type ResolvedFilter = OrderFilter & { network?: ResolvedNetwork | undefined };

/** Looks up the codes of a filter. Problem 400 for one that no consultant has. */
export async function resolveFilter(db: Queries, filter: OrderFilter, rootUplineCode: string): Promise<ResolvedFilter> {
  const { consultantCode, networkOf, createdAtStart, createdAtEnd } = filter;
  if (consultantCode !== undefined) await findConsultant(db, 'consultantCode', consultantCode);
  if (networkOf === undefined) return filter;
  if (networkOf.toLowerCase() === rootUplineCode.toLowerCase()) throw companyProblem(networkOf);
  const window = { startDate: createdAtStart ?? firstDay, endDate: createdAtEnd ?? lastDay };
  const consultantId = await findConsultant(db, 'networkOf', networkOf);
  return { ...filter, network: await resolveNetwork(db, { consultantId, depth: 'total', window }) };
}

const companyProblem = (code: string) =>
  fieldProblem('invalid', 'networkOf', `${code} é a empresa, que não tem rede: sem este filtro vê todas as encomendas`);

async function findConsultant(db: Queries, field: keyof OrderFilter, code: string): Promise<number> {
  const consultant = await db
    .selectFrom('consultants')
    .select('id')
    .where(sql`lower(internal_id)`, '=', sql`lower(${code})`)
    .executeTakeFirst();
  if (!consultant) throw fieldProblem('invalid', field, `O Código IK ${code} não existe`);
  return consultant.id;
}

/** A walk is made once for all orders. A rollup node's members are looked up one by one, too, so an index in the order of a sort can be read. */
export const isWalked = ({ network }: ResolvedFilter) => network !== undefined && !network.ofRollup;

const memberDaysOf = (network: ResolvedNetwork) =>
  sql`(with ${memberDays(network)} select id, first_day, end_day from member_days) member_days`;

/** Joins each `order` with the day in the network that it was made on; those that do not count for it have none. */
export const joinNetwork = ({ network }: ResolvedFilter) =>
  network ? sql`join ${memberDaysOf(network)} on ${orderedOnMemberDays}` : sql``;

/** The same as a condition on a row: for a rollup node looked up for one order at a time, as a value and no join. */
export function isInNetwork(network: ResolvedNetwork): RawBuilder<SqlBool> {
  return network.ofRollup
    ? sql`(select true from ${memberDaysOf(network)} where ${orderedOnMemberDays} limit 1)`
    : ofNetwork(network);
}

/** The same for few orders, all looked up at once. An array and no join: the planner would read all orders in the sort's order. */
export const ofNetwork = (network: ResolvedNetwork) =>
  sql<SqlBool>`"order".id = any (array(
    select "order".id from orders "order" join ${memberDaysOf(network)} on ${orderedOnMemberDays}
  ))`;
