import { type attention, mostRows } from '@rede/contract/attention';
import type { Day } from '@rede/contract/days';
import type { Answer } from '@rede/contract/endpoint';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, inSnapshot, type Queries } from '../db/client.ts';
import { WriteCache } from '../db/write-cache.ts';

type WithoutUpline = Answer<typeof attention.withoutUpline>;
type Duplicates = Answer<typeof attention.duplicates>;
type Duplicate = Duplicates['rows'][0];
type FailedInvitations = Answer<typeof attention.failedInvitations>;

const withoutUpline = new WriteCache<WithoutUpline>('consultants');
const duplicates = new WriteCache<Duplicates>('consultants');

/** More consultants than this with one name, or at one domain, are no duplicates: the name is common, the domain a provider's. */
const mostAlike = 5;

const person = sql`consultant.id, consultant.internal_id as "internalId", consultant.name`;

/**
 * Active consultants without a period on the day, the last registered first. Only who has no period at all, or one that is over or yet to
 * come, can be without; everybody else has one open period alone.
 */
export function findWithoutUpline(database: Database, day: Day): Promise<WithoutUpline> {
  return inSnapshot(database, (db) =>
    withoutUpline.find(database, db, { day }, async () => {
      const { rows } = await sql<WithoutUpline['rows'][0] & { total: number }>`
        with suspect as (
          select consultant_id from current_uplines where normalized_code is null
          union
          select consultant_id from upline_periods where not upper_inf(during)
          union
          select consultant_id from upline_periods where lower(during) > ${day}
        ),
        without as materialized (
          select consultant_id from suspect
          -- A count is looked up for each suspect, where a join would read all periods; and by an array, for the planner takes the index that
          -- refuses overlaps to be as cheap as the one for walks, which is several times faster.
          where (
            select count(*) from upline_periods period
            where period.consultant_id = any (array[suspect.consultant_id]) and period.during @> ${day}::date
          ) = 0
        )
        select ${person}, count(*) over () as total
        from without
        join consultants consultant on consultant.id = without.consultant_id
        where consultant.status = 'ACTIVE'
        order by consultant.created_at desc, consultant.id desc
        limit ${mostRows}
      `.execute(db);
      return {
        total: rows[0]?.total ?? 0,
        rows: rows.map(({ id, internalId, name }) => ({ id, internalId, name })),
      };
    }),
  );
}

/** Consultants with one name, or at one domain of email, those first whose last one was entered last. */
export function findDuplicates(database: Database): Promise<Duplicates> {
  return inSnapshot(database, (db) =>
    duplicates.find(database, db, {}, async () => {
      const [names, domains] = [await alike(db, 'name', name, sql`true`), await alike(db, 'domain', domain, hasDomain)];
      const rows = [...names.rows, ...domains.rows]
        .toSorted((one, other) => other.lastId - one.lastId)
        .slice(0, mostRows)
        .map(({ reason, value, consultants }) => ({ reason, value, consultants }));
      return { total: names.total + domains.total, rows };
    }),
  );
}

const name = sql`normalized_name`;
const domain = sql`split_part(normalized_email, '@', 2)`;
const hasDomain = sql<SqlBool>`normalized_email like '%_@_%'`;

async function alike(
  db: Queries,
  reason: Duplicate['reason'],
  value: RawBuilder<unknown>,
  condition: RawBuilder<SqlBool>,
): Promise<{ total: number; rows: (Duplicate & { lastId: number })[] }> {
  const { rows } = await sql<Omit<Duplicate, 'reason'> & { lastId: number; total: number }>`
    select shared.value, shared."lastId", shared.total, people.consultants
    from (
      select ${value} as value, max(id) as "lastId", array_agg(id) as ids, count(*) over () as total
      from consultants
      where ${condition}
      group by 1
      having count(*) between 2 and ${mostAlike}
      order by "lastId" desc
      limit ${mostRows}
    ) shared
    cross join lateral (
      select jsonb_agg(
        jsonb_build_object('id', id, 'internalId', internal_id, 'name', name) order by id
      ) as consultants
      from consultants
      where id = any(shared.ids)
    ) people
    order by shared."lastId" desc
  `.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ value, lastId, consultants }) => ({ reason, value, lastId, consultants })),
  };
}

/** Consultants whose login could not be made as they are, those first that have waited longest. */
export async function findFailedInvitations(db: Queries, isProvisioning: boolean): Promise<FailedInvitations> {
  // Nobody tries without a service account: what failed before it was taken away fails no more.
  if (!isProvisioning) return { total: 0, rows: [] };
  const { rows } = await sql<FailedInvitations['rows'][0] & { total: number }>`
    select ${person}, login.failure, count(*) over () as total
    from logins login
    join consultants consultant on consultant.id = login.consultant_id
    where login.settled < login.revision and login.failure is not null
    order by login.attempts desc, consultant.id
    limit ${mostRows}
  `.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, internalId, name, failure }) => ({ id, internalId, name, failure })),
  };
}
