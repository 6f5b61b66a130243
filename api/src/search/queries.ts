import { mostMatches, type SearchResults } from '@rede/contract/search';
import { fromCents } from '@rede/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { normalizedContains } from '../db/selection.ts';
import { consultantLevels, type Level, orderLevels } from './levels.ts';

/** What corresponds to a text; the kinds are searched side by side. */
export async function findEverything(database: Database, text: string): Promise<SearchResults> {
  const [consultants, orders, imports] = await Promise.all([
    findConsultants(database, text),
    findOrders(database, text),
    findImports(database, text),
  ]);
  return { consultants, orders, imports };
}

async function findConsultants(database: Database, text: string): Promise<SearchResults['consultants']> {
  const ids = await findIds(database, sql`consultants consultant`, sql`consultant.id`, consultantLevels(text));
  const { rows } = await sql<SearchResults['consultants'][0]>`
    select id, internal_id as "internalId", name, email, status
    from consultants
    where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)
  `.execute(database);
  return rows;
}

async function findOrders(database: Database, text: string): Promise<SearchResults['orders']> {
  const ids = await findIds(database, sql`orders "order"`, sql`"order".id`, orderLevels(text));
  const { rows } = await sql<OrderRow>`
    select
      "order".id, "order".ecommerce_id as "ecommerceId", "order".created_at as "createdAt",
      "order".total_cents as "totalCents", consultant.name as "consultantName"
    from orders "order"
    left join consultants consultant on consultant.id = "order".consultant_id
    where "order".id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], "order".id)
  `.execute(database);
  return rows.map(wire);
}

type FoundOrder = SearchResults['orders'][0];
type OrderRow = Omit<FoundOrder, 'total'> & { totalCents: number };

function wire({ totalCents, ...order }: OrderRow): FoundOrder {
  return { ...order, total: fromCents(totalCents) };
}

/** The first ids, the best matches first. A weaker level is searched only while there are too few. */
async function findIds(
  database: Database,
  table: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  levels: Level[],
): Promise<number[]> {
  const found: number[] = [];
  for (const { condition, order, among } of levels) {
    if (found.length === mostMatches) break;
    const { rows } = await sql<{ id: number }>`
      select ${id} as id
      from ${among ?? table}
      where ${condition} and ${id} <> all (${found}::bigint[])
      order by ${order}
      limit ${mostMatches - found.length}
    `.execute(database);
    found.push(...rows.map((row) => row.id));
  }
  return found;
}

async function findImports(database: Database, text: string): Promise<SearchResults['imports']> {
  const { rows } = await sql<SearchResults['imports'][0]>`
    select id, file_name as "fileName", to_char(loaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "loadedAt"
    from order_imports
    where ${normalizedContains(sql`normalize_text(file_name)`, text)}
    order by loaded_at desc, id desc
    limit ${mostMatches}
  `.execute(database);
  return rows;
}
