import { monthsBefore } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import {
  type ChangedMember,
  type Headcount,
  type Overview,
  type Window,
  windowBefore,
  windowOf,
} from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import { memberDays, membership, orderedOnMemberDays } from '../db/membership.ts';

/** What the database returns; sums in cents, as text. */
interface OverviewRow {
  direct: Headcount;
  total: Headcount;
  ownCents: string;
  ownBeforeCents: string;
  monthCents: string;
  monthBeforeCents: string;
  changes: ChangeRow[];
}

interface ChangeRow {
  id: number;
  internalId: string;
  name: string;
  cents: string;
  beforeCents: string;
}

/** Two runs of days; `before` ends before `window` begins. */
type Compared = Pick<Overview, 'window' | 'before'>;

/** The most members that are said to explain a difference. */
const mostChanges = 3;

/** The cards of the default window beside the window before, and the total network's month beside the same days of the month before. */
export async function findOverview(database: Database, consultantId: number, today: string): Promise<Overview> {
  const window = windowOf({}, today);
  const windows = { window, before: windowBefore(window) };
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const month = {
    window: { startDate: firstOfMonth, endDate: today },
    before: { startDate: monthsBefore(firstOfMonth, 1), endDate: monthsBefore(today, 1) },
  };
  const walked = await executePrepared(database, walkedOverview(consultantId, windows, month).compile(database));
  const [found] =
    walked.length > 0 ? walked : (await storedOverview(consultantId, windows, month).execute(database)).rows;
  // The node was deleted in between.
  if (!found) return findOverview(database, consultantId, today);
  return {
    ...windows,
    direct: found.direct,
    total: found.total,
    ownOrders: { totalOrdersValue: fromCents(found.ownCents), valueBefore: fromCents(found.ownBeforeCents) },
    month: {
      ...month,
      totalOrdersValue: fromCents(found.monthCents),
      valueBefore: fromCents(found.monthBeforeCents),
      changes: found.changes.map(wire),
    },
  };
}

function wire({ cents, beforeCents, ...member }: ChangeRow): ChangedMember {
  return { ...member, totalOrdersValue: fromCents(cents), valueBefore: fromCents(beforeCents) };
}

/**
 * One statement, to save round trips; no row for a rollup node. The two windows together hold both months, so one walk finds the members of all.
 */
function walkedOverview(consultantId: number, windows: Compared, month: Compared): RawBuilder<OverviewRow> {
  const network = { consultantId, depth: 'total', window: bothOf(windows), ofRollup: false } as const;
  return sql`
    with ${memberDays(network)},
    ordered as (
      select id, sum(cents) as cents, sum(before_cents) as before_cents
      from member_days
      -- One lookup each: the planner expects many members, and would read everybody's orders.
      cross join lateral (
        select ${sumsOf(month)}
        from orders
        where consultant_id = member_days.id and ${orderedIn(month)} and created_at >= first_day and created_at < end_day
      ) ordered
      group by id
    )
    ${overview(consultantId, windows, headcount(windows, sql`membership`))}
    where not ${isNode(consultantId)}`;
}

/** The same for a rollup node; no row for anybody else. */
function storedOverview(consultantId: number, windows: Compared, month: Compared): RawBuilder<OverviewRow> {
  const directNetwork = { consultantId, depth: 'direct', window: bothOf(windows), ofRollup: false } as const;
  const network = { consultantId, depth: 'total', window: bothOf(month), ofRollup: true } as const;
  const members = ({ startDate, endDate }: Window) =>
    sql`rollup_members(${consultantId}, ${startDate}::date, ${endDate}::date)`;
  // The two windows are one together, so who is new or gone is counted without looking at anybody.
  const total = sql`(
    select jsonb_build_object('members', members, 'before', before, 'joined', either - before, 'left', either - members)
    from (
      select ${members(windows.window)} as members, ${members(windows.before)} as before, ${members(bothOf(windows))} as either
      offset 0
    ) counted
  )`;
  return sql`
    with ${membership(directNetwork)}, ${memberDays(network)},
    ordered as (
      select member_days.id, ${sumsOf(month)}
      from member_days
      join orders "order" on ${orderedOnMemberDays} and ${orderedIn(month)}
      group by member_days.id
    )
    ${overview(consultantId, windows, total)}
    where ${isNode(consultantId)}`;
}

/**
 * Selects an overview, from the `membership` of the direct network in both windows and what each member of the total one `ordered` in both
 * months.
 */
function overview(consultantId: number, windows: Compared, total: RawBuilder<unknown>): RawBuilder<unknown> {
  const direct = sql`(select * from membership where upline_id = ${consultantId})`;
  return sql`,
    own as (
      select ${sumsOf(windows)}
      from orders
      where consultant_id = ${consultantId} and ${orderedIn(windows)}
    ),
    -- Looks up names only for who may be shown: they only break ties.
    most as (
      select id, cents, before_cents, abs(cents - before_cents) as difference
      from ordered
      where cents <> before_cents
      order by difference desc
      fetch first ${mostChanges} rows with ties
    ),
    change as (
      select most.*, internal_id, name, normalized_name
      from most
      join consultants using (id)
      order by difference desc, normalized_name, id
      limit ${mostChanges}
    )
    select
      ${headcount(windows, direct)} as direct,
      ${total} as total,
      (select cents::text from own) as "ownCents",
      (select before_cents::text from own) as "ownBeforeCents",
      (select coalesce(sum(cents), 0)::text from ordered) as "monthCents",
      (select coalesce(sum(before_cents), 0)::text from ordered) as "monthBeforeCents",
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', id, 'internalId', internal_id, 'name', name, 'cents', cents::text, 'beforeCents', before_cents::text
            )
            order by difference desc, normalized_name, id
          ),
          '[]'
        )
        from change
      ) as changes`;
}

/** Counts the members of two windows that follow each other, from their days in both. */
const headcount = ({ window: { startDate } }: Compared, days: RawBuilder<unknown>) => sql`(
  select jsonb_build_object(
    'members', count(*) filter (where is_member),
    'before', count(*) filter (where was_member),
    'joined', count(*) filter (where is_member and not was_member),
    'left', count(*) filter (where was_member and not is_member)
  )
  from (
    select bool_or(upper(during) > ${startDate}) as is_member, bool_or(lower(during) < ${startDate}) as was_member
    from ${days} days
    group by id
  ) member
)`;

/** The sums of orders in two runs of days; the orders are of these only. */
const sumsOf = ({ window: { startDate } }: Compared) => sql`
  coalesce(sum(total_cents) filter (where created_at >= ${startDate}), 0) as cents,
  coalesce(sum(total_cents) filter (where created_at < ${startDate}), 0) as before_cents`;

const orderedIn = ({ window, before }: Compared) => sql`
  created_at between ${before.startDate} and ${window.endDate}
  and (created_at <= ${before.endDate} or created_at >= ${window.startDate})`;

const bothOf = ({ window, before }: Compared): Window => ({ startDate: before.startDate, endDate: window.endDate });

const isNode = (consultantId: number) =>
  sql`exists (select from rollup_nodes where consultant_id = ${consultantId} and not is_building)`;
