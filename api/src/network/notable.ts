import { fromCents } from '@rede/contract/money';
import { type NotableMember, type NotableQuery, type Window, windowBefore } from '@rede/contract/network';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inOneMoment } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import { membership, place } from './membership.ts';

interface NotableRow {
  id: number;
  internalId: string;
  name: string;
  parentId: string;
  since: string;
  lastOrderAt: string | null;
  totalCents: string;
  pendingCents: string;
  beforeCents: string;
}

/** Whom each occasion is about, of the members in the window, and who comes first. */
const occasionRules: Record<NotableQuery['occasion'], { condition: RawBuilder<unknown>; order: RawBuilder<unknown> }> =
  {
    new: { condition: sql`not was_member`, order: sql`since desc` },
    quiet: { condition: sql`orders_before > 0 and orders = 0`, order: sql`before_cents desc` },
    owing: { condition: sql`pending_cents > 0`, order: sql`pending_cents desc` },
  };

/** A page of the members of a consultant's total network that an occasion is about, in the window. */
export async function findNotable(
  database: Database,
  consultantId: number,
  window: Window,
  query: NotableQuery,
): Promise<Page<NotableMember>> {
  const before = windowBefore(window);
  const both = { startDate: before.startDate, endDate: window.endDate };
  const { condition, order } = occasionRules[query.occasion];
  const { rows } = await inOneMoment(database, async (db) => {
    const network = await place(db, { consultantId, depth: 'total', window: both });
    return sql<{ total: number; results: NotableRow[] }>`
      with ${membership(network)},
      stay as (
        select
          id,
          min(lower(during)) as since,
          bool_or(lower(during) < ${window.startDate}) as was_member,
          (array_agg(upline_id order by upper(during) desc))[1] as upline_id
        from membership
        group by id
        having max(upper(during)) > ${window.startDate}
      ),
      figures as (
        select
          membership.id,
          max(created_at) as last_order_at,
          count(*) filter (where created_at >= ${window.startDate}) as orders,
          count(*) filter (where created_at < ${window.startDate}) as orders_before,
          sum(total_cents) filter (where created_at >= ${window.startDate}) as total_cents,
          sum(pending_cents) filter (where created_at >= ${window.startDate}) as pending_cents,
          sum(total_cents) filter (where created_at < ${window.startDate}) as before_cents
        from membership
        join orders "order"
          on "order".consultant_id = membership.id
          and "order".created_at >= lower(membership.during)
          and "order".created_at < upper(membership.during)
        group by membership.id
      ),
      member as (
        select
          stay.id,
          since,
          was_member,
          upline_id,
          last_order_at,
          coalesce(orders, 0) as orders,
          coalesce(orders_before, 0) as orders_before,
          coalesce(total_cents, 0) as total_cents,
          coalesce(pending_cents, 0) as pending_cents,
          coalesce(before_cents, 0) as before_cents
        from stay
        left join figures using (id)
      ),
      matching as materialized (
        select * from member where ${condition}
      ),
      shown as (
        select
          matching.id,
          consultant.internal_id as "internalId",
          consultant.name,
          upline.internal_id as "parentId",
          since,
          last_order_at as "lastOrderAt",
          total_cents::text as "totalCents",
          pending_cents::text as "pendingCents",
          before_cents::text as "beforeCents"
        from matching
        join consultants consultant on consultant.id = matching.id
        join consultants upline on upline.id = matching.upline_id
        order by ${order}, consultant.folded_name, matching.id
        ${limitTo(query)}
      )
      select
        (select count(*) from matching) as total,
        coalesce((select jsonb_agg(to_jsonb(shown)) from shown), '[]') as results
    `.execute(db);
  });
  const [found] = rows;
  if (!found) throw new Error('a count has one row');
  return page(found.results.map(wire), found.total, query);
}

function wire({ totalCents, pendingCents, beforeCents, ...member }: NotableRow): NotableMember {
  return {
    ...member,
    totalOrdersValue: fromCents(totalCents),
    totalPendingValue: fromCents(pendingCents),
    valueBefore: fromCents(beforeCents),
  };
}
