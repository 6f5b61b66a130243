import type { Order, OrderFilter, OrderQuery, OrderSelection, OrderTotals } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { WriteCache } from '../db/write-cache.ts';
import { fallbackSortLimit, inDirection, page, pageBounds, scanLimit, sortLimit, sortOf } from '../db/selection.ts';
import { countOrders, filtersNothing, isKept, sumOrders } from './counts.ts';
import { matchingOrders, readConsultant, readUpline, rowMatches } from './matching.ts';
import { isInNetwork, isWalked, ofNetwork, type ResolvedFilter, resolveFilter } from './network.ts';
import { columns, type OrderRow, source, wire } from './queries.ts';
import { scanInOrder } from './scan.ts';
import { sortKeys } from './sorts.ts';

const counts = new WriteCache<number>('orders');
const sums = new WriteCache<OrderTotals>('orders');

/** A page of the list; page and count come from one snapshot. Problem 400 for a code that nobody has. */
export function findOrders(database: Database, query: OrderQuery, rootUplineCode: string): Promise<Page<Order>> {
  return inSnapshot(database, async (db) => {
    const { sort: _, pageNumber, pageSize, ...asked } = query;
    const filter = await resolveFilter(db, asked, rootUplineCode);
    const count = () => countOrders(db, filter, rootUplineCode);
    const key = { ...asked, rootUplineCode };
    const total = isKept(filter) ? await count() : await counts.find(database, db, key, count);
    const isPastTheEnd = pageNumber * pageSize >= total;
    return page(isPastTheEnd ? [] : await findPage(db, query, filter, total, rootUplineCode), total, query);
  });
}

/** The sums of the orders that match, from one snapshot. Problem 400 for a code that nobody has. */
export function findTotals(database: Database, asked: OrderFilter, rootUplineCode: string): Promise<OrderTotals> {
  return inSnapshot(database, async (db) => {
    const filter = await resolveFilter(db, asked, rootUplineCode);
    return sums.find(database, db, { ...asked, rootUplineCode }, () => sumOrders(db, filter, rootUplineCode));
  });
}

const orderId = sql`"order".id`;

/** All orders of a selection in chunks; the list is never held in memory. Problem 400 for a code that nobody has. */
export async function* streamOrders(
  database: Database,
  { sort, ...asked }: OrderSelection,
  rootUplineCode: string,
): AsyncGenerator<Order[]> {
  const { column, descending } = sortOf(sort);
  const { key, empty } = sortKeys(rootUplineCode)[column];
  // A key that is never empty needs no `nulls last`: without it, one index serves both directions.
  const order = empty ? inDirection(key, orderId, descending) : inDirection(key, orderId, false, descending);
  const parts = streamRows(database, async (db) => {
    const filter = await resolveFilter(db, asked, rootUplineCode);
    const isSmall = await isSmallNetwork(db, filter, rootUplineCode);
    return sql<OrderRow>`
      select ${columns(rootUplineCode)}
      from ${source}
      where ${rowMatches(filter, rootUplineCode, isSmall ? ofNetwork : isInNetwork)}
      order by ${order}`;
  });
  for await (const rows of parts) yield rows.map(wire);
}

/** To look at all orders one after the other is worth while where at least so many of them are the network's. */
const smallShare = 1 / 4;

async function isSmallNetwork(db: Queries, filter: ResolvedFilter, rootUplineCode: string): Promise<boolean> {
  if (!filter.network?.ofRollup) return false;
  const { networkOf, network, createdAtStart, createdAtEnd } = filter;
  const days = { createdAtStart, createdAtEnd, withoutConsultant: false };
  const [its, all] = [{ ...days, networkOf, network }, days];
  return (await countOrders(db, its, rootUplineCode)) < smallShare * (await countOrders(db, all, rootUplineCode));
}

/** Finds the ids of the page first, from indexes alone where possible, and then the rows. */
async function findPage(
  db: Queries,
  query: OrderQuery,
  filter: ResolvedFilter,
  total: number,
  rootUplineCode: string,
): Promise<Order[]> {
  const { column, descending } = sortOf(query.sort);
  const { rows: wanted, backwards, limit, depth } = pageBounds(query, total);
  const show = async (found: RawBuilder<unknown>): Promise<Order[]> => {
    const { rows } = await sql<OrderRow>`
      select ${columns(rootUplineCode)}
      from (${found} ${limit}) found
      join orders "order" on "order".id = found.id
      ${readConsultant} ${readUpline}
      order by ${inDirection(sql`found.key`, sql`found.id`, descending)}
    `.execute(db);
    return rows.map(wire);
  };

  if (total > sortLimit && !isWalked(filter)) {
    const isBounded = !filtersNothing(filter) && total <= fallbackSortLimit;
    const options = { descending, backwards, depth, maxScanned: isBounded ? scanLimit(depth) : undefined };
    const rows = await show(await scanInOrder(db, filter, column, options, rootUplineCode));
    if (!isBounded || rows.length === wanted) return rows;
  }
  const { key, reads } = sortKeys(rootUplineCode)[column];
  return show(sql`
    with matching as materialized (select "order".id, ${key} as key from ${matchingOrders(filter, rootUplineCode, reads)})
    select id, key from matching order by ${inDirection(sql`key`, sql`id`, descending, backwards)}`);
}
