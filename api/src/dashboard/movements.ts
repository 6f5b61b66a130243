import { addDays } from '@rede/contract/days';
import type { Movements, Window } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import { memberDays } from '../db/membership.ts';

/** Who joined a consultant's total network or left it, day by day, and how many members there were before. */
export async function findMovements(database: Database, consultantId: number, window: Window): Promise<Movements> {
  const [found] = await inSnapshot(database, async (db) => {
    const { rows } = await sql<{ isCounted: boolean }>`
      select counted_version = membership_version as "isCounted"
      from rollup_nodes
      where consultant_id = ${consultantId} and not is_building
    `.execute(db);
    const [node] = rows;
    const statement = node?.isCounted
      ? countedMovements(consultantId, window)
      : memberMovements(consultantId, window, node !== undefined);
    return node ? (await statement.execute(db)).rows : executePrepared(db, statement.compile(db));
  });
  if (!found) throw new Error('a value has one row');
  return found;
}

/** From the intervals that `member_counts` keeps: of each its first day to infinity, and until the day it ended. */
function countedMovements(consultantId: number, { startDate, endDate }: Window): RawBuilder<Movements> {
  return sql`
    with moved as (
      select joined_on as day, members as joined, 0 as "left"
      from member_counts
      where node_id = ${consultantId} and joined_on between ${startDate} and ${endDate} and left_on = 'infinity'
      union all
      select left_on, 0, members
      from member_counts
      where node_id = ${consultantId} and joined_on = '-infinity' and left_on between ${startDate} and ${endDate}
    )
    ${movements(sql`rollup_members(${consultantId}, ${startDate}::date - 1, ${startDate}::date - 1)`)}`;
}

/** From the members' days. Whoever leaves on a day and joins on the same has moved within the network. */
function memberMovements(consultantId: number, window: Window, ofRollup: boolean): RawBuilder<Movements> {
  const { startDate, endDate } = window;
  const days = { startDate: addDays(startDate, -1), endDate };
  return sql`
    with ${memberDays({ consultantId, depth: 'total', window: days, ofRollup })},
    edge as (
      select id, day, sum(change) as change
      from (
        select id, first_day as day, 1 as change from member_days where first_day >= ${startDate}
        union all
        select id, end_day, -1 from member_days where end_day <= ${endDate}
      ) edges
      group by id, day
    ),
    moved as (
      select day, greatest(change, 0) as joined, greatest(-change, 0) as "left" from edge
    )
    ${movements(sql`(select count(*) from member_days where first_day < ${startDate})`)}`;
}

/** Selects movements from who `moved` on each day, and how many members there were `before`. */
const movements = (before: RawBuilder<unknown>) => sql`
  select
    ${before} as before,
    (
      select coalesce(jsonb_agg(to_jsonb(days) order by day), '[]')
      from (
        select day, sum(joined)::bigint as joined, sum("left")::bigint as "left"
        from moved
        group by day
        having sum(joined) <> 0 or sum("left") <> 0
      ) days
    ) as days`;
