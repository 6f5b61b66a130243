import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '@rede/api/db/client';
import { type Api, consultantWith, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const idOf = (code: string) => sql`(select id from consultants where internal_id = ${code})`;

async function above(db: Queries, code: string): Promise<string[]> {
  const { rows } = await sql<{ way: string }>`
    select above.during::text || ' ' || string_agg(upline.internal_id, ' ' order by place) as way
    from uplines_above(${idOf(code)}, '[2026-01-01,2026-07-01)') above
    cross join unnest(above.path) with ordinality as step (id, place)
    join consultants upline on upline.id = step.id
    group by above.during, above.path
    order by cardinality(above.path), above.during
  `.execute(db);
  return rows.map(({ way }) => way);
}

async function below(db: Queries, code: string): Promise<string[]> {
  const { rows } = await sql<{ step: string }>`
    select below.during::text || ' ' || consultant.internal_id || ' under ' || upline.internal_id as step
    from downline_below(${idOf(code)}, '[2026-01-01,2026-07-01)') below
    join consultants consultant on consultant.id = below.consultant_id
    join consultants upline on upline.id = below.upline_id
    order by consultant.internal_id, below.during
  `.execute(db);
  return rows.map(({ step }) => step);
}

test('a walk goes up and down on those days only that every period on the way holds', async () => {
  await consultantWith(api, { internalId: 'A1' }, [['IK0', '2025-01-01', null]]);
  await consultantWith(api, { internalId: 'A2' }, [['A1', '2025-01-01', '2026-03-31']]);
  await consultantWith(api, { internalId: 'A3' }, [
    ['A2', '2026-02-01', '2026-04-30'],
    ['A1', '2026-06-01', null],
  ]);

  const ways = [await above(api.database, 'A3'), await below(api.database, 'A1')];

  expect(ways).toEqual([
    ['[2026-02-01,2026-05-01) A2', '[2026-06-01,2026-07-01) A1', '[2026-02-01,2026-04-01) A2 A1'],
    [
      '[2026-01-01,2026-04-01) A2 under A1',
      '[2026-02-01,2026-04-01) A3 under A2',
      '[2026-06-01,2026-07-01) A3 under A1',
    ],
  ]);
});

test('a walk ends where a statement has just written a cycle, also one that does not lead back to where it began', async () => {
  await consultantWith(api, { internalId: 'B1' }, []);
  await consultantWith(api, { internalId: 'B2' }, [['B1', '2026-02-01', null]]);
  await consultantWith(api, { internalId: 'B3' }, [['B2', '2026-02-01', null]]);

  const transaction = await api.database.startTransaction().execute();
  await sql`alter table upline_periods disable trigger user`.execute(transaction);
  await sql`
    insert into upline_periods (consultant_id, upline_id, during) values (${idOf('B1')}, ${idOf('B2')}, '[2026-06-01,)')
  `.execute(transaction);
  const ways = [await above(transaction, 'B3'), await above(transaction, 'B1'), await below(transaction, 'B1')];
  await transaction.rollback().execute();

  expect(ways).toEqual([
    ['[2026-02-01,2026-07-01) B2', '[2026-02-01,2026-07-01) B2 B1'],
    ['[2026-06-01,2026-07-01) B2'],
    [
      '[2026-06-01,2026-07-01) B1 under B2',
      '[2026-02-01,2026-07-01) B2 under B1',
      '[2026-06-01,2026-07-01) B2 under B1',
      '[2026-02-01,2026-07-01) B3 under B2',
      '[2026-06-01,2026-07-01) B3 under B2',
    ],
  ]);
});

test('periods may change places in one statement; what overlaps when it ends is refused', async () => {
  const { id } = await consultantWith(api, { internalId: 'C1' }, [
    ['IK0', '2026-01-01', '2026-01-31'],
    ['IK0', '2026-02-01', '2026-02-28'],
  ]);
  const january = '[2026-01-01,2026-02-01)';
  const february = '[2026-02-01,2026-03-01)';
  const put = (first: string, second: string) =>
    sql`
      update upline_periods
      set during = case during when ${january}::daterange then ${first} else ${second} end::daterange
      where consultant_id = ${id}
    `.execute(api.database);

  const swapped = await put(february, january);

  expect(swapped.numAffectedRows).toBe(2n);
  await expect(put(january, january)).rejects.toThrow('upline_periods_no_overlap');
});
