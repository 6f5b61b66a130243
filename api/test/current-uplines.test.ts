import { inTransaction } from '@rede/api/db/client';
import { repair } from '@rede/api/verify/repair';
import type { Consultant } from '@rede/contract/consultants';
import { addDays, type Day } from '@rede/contract/days';
import type { Page } from '@rede/contract/values';
import * as fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeUnlessRefused } from './refused-writes.ts';
import { type Api, consultantWith, startApi } from './start-api.ts';

const firstToday = '2026-06-15';
let today: Day = firstToday;
let api: Api;

beforeAll(async () => {
  api = await startApi({ today: () => today });
});
beforeEach(async () => {
  today = firstToday;
  await sql`truncate consultants restart identity cascade`.execute(api.database);
});
afterAll(() => api.stop());

test('the list goes with the days: a period that begins is shown, sorted and found by from that day on, and no longer before it', async () => {
  await api.consultant({ internalId: 'OLD' });
  await api.consultant({ internalId: 'NEW' });
  await consultantWith(api, { internalId: 'MOVED' }, [
    ['OLD', '2026-01-01', '2026-06-30'],
    ['NEW', '2026-07-01', null],
  ]);
  const found = async () => [await codes('?parentId=old'), await codes('?parentId=new')];

  expect(await found()).toEqual([['MOVED'], []]);
  today = '2026-07-01';
  expect(await found()).toEqual([[], ['MOVED']]);
  today = '2026-06-30';
  expect(await found()).toEqual([['MOVED'], []]);
});

test('a corrected code is the one its downline is found by', async () => {
  const upline = await api.consultant({ internalId: 'WRONG' });
  await api.consultant({ internalId: 'BELOW', parentId: 'WRONG' });

  await api.admin.put(`/api/v1/consultants/${upline.id}`, { ...upline, internalId: 'RIGHT' });

  expect(await codes('?parentId=right')).toEqual(['BELOW']);
  expect(await codes('?parentId=wrong')).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('another code for the company is the one its consultants are found by', async () => {
  await api.consultant({ internalId: 'TOP' });
  await consultantWith(api, { internalId: 'ALONE' }, []);
  const { rows } = await sql`select set_current_upline_day(${today}, 'SEDE')`.execute(api.database);

  expect(rows).toHaveLength(1);
  expect(await differences()).toEqual([]);
  expect(await codes('?parentId=ik0')).toEqual(['TOP']);
});

test('somebody moved under a consultant whose code is corrected at the same moment is found by the new code', async () => {
  const uplines = await Promise.all([1, 2, 3, 4].map((number) => api.consultant({ internalId: `UP${number}` })));
  const moved = await Promise.all([1, 2, 3, 4].map((number) => api.consultant({ internalId: `DOWN${number}` })));

  const answers = await Promise.all(
    uplines.flatMap((upline, index) => {
      const consultant = moved[index];
      return [
        api.admin.put(`/api/v1/consultants/${upline.id}`, { ...upline, internalId: `NEW${index}` }),
        api.admin.put(`/api/v1/consultants/${consultant?.id}`, { ...consultant, parentId: upline.internalId }),
      ];
    }),
  );

  // Who comes too late to use the old code is told so; nobody is shown under it.
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  expect(await codes('?parentId=up')).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('consultants created and removed at the same moment are all counted', async () => {
  const gone = await Promise.all([1, 2, 3, 4].map((number) => api.consultant({ internalId: `GONE${number}` })));

  await Promise.all([
    ...gone.map(({ id }) => api.admin.delete(`/api/v1/consultants/${id}`)),
    ...[1, 2, 3, 4, 5].map((number) => api.consultant({ internalId: `NEW${number}`, status: 'SUSPENDED' })),
  ]);

  expect((await list('')).totalResults).toBe(5);
  expect((await list('?status=ACTIVE')).totalResults).toBe(0);
  expect((await list('?status=SUSPENDED&dateStart=2024-01-01&dateEnd=2024-01-01')).totalResults).toBe(5);
  expect(await differences()).toEqual([]);
});

test('what a load without the triggers left out is found, and repaired', async () => {
  await api.consultant({ internalId: 'BEFORE' });
  await inTransaction(api.database, async (db) => {
    await sql`alter table consultants disable trigger user; alter table upline_periods disable trigger user`.execute(
      db,
    );
    await sql`update consultants set internal_id = 'AFTER'`.execute(db);
    await insertion(3, firstToday).execute(db);
    await sql`
      insert into upline_periods (consultant_id, upline_id, during) select id, 1, '[2026-01-01,)' from consultants where id > 1
    `.execute(db);
    await sql`alter table consultants enable trigger user; alter table upline_periods enable trigger user`.execute(db);
  });
  expect(await differences()).toHaveLength(4);

  await repair(api.database);

  expect(await differences()).toEqual([]);
  expect((await list('?parentId=after')).totalResults).toBe(3);
});

/** One statement, straight to the database. `who` and `upline` are ids of the twelve there are to begin with. */
type Change =
  | { does: 'put under'; who: number; upline: number | null; first: Day; last: Day | null }
  | { does: 'end'; who: number; last: Day }
  | { does: 'forget'; who: number }
  | { does: 'recode'; who: number; code: string }
  | { does: 'restate'; who: number; status: string; created: Day }
  | { does: 'remove'; who: number }
  | { does: 'add'; created: Day }
  | { does: 'look on'; day: Day; company: string };

const day = fc.integer({ min: -30, max: 30 }).map((offset) => addDays(firstToday, offset));
const who = fc.integer({ min: 1, max: 12 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ does: fc.constant('put under'), who, upline: fc.option(who), first: day, last: fc.option(day) }),
  fc.record({ does: fc.constant('end'), who, last: day }),
  fc.record({ does: fc.constant('forget'), who }),
  fc.record({ does: fc.constant('recode'), who, code: fc.constantFrom('É', 'X', 'y') }),
  fc.record({ does: fc.constant('restate'), who, status: fc.constantFrom('ACTIVE', 'INACTIVE'), created: day }),
  fc.record({ does: fc.constant('remove'), who }),
  fc.record({ does: fc.constant('add'), created: day }),
  fc.record({ does: fc.constant('look on'), day, company: fc.constantFrom('IK0', 'Sede') }),
);

test('whatever is written, many rows at once too, nothing that lists are answered from differs from what it derives from', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 30, size: 'max' }), async (changes) => {
      await sql`truncate consultants restart identity cascade`.execute(api.database);
      await insertion(12, firstToday).execute(api.database);
      for (const one of changes) await writeUnlessRefused(api, statement(one));
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 40, interruptAfterTimeLimit: 20_000 },
  );
}, 60_000);

function statement(one: Change): RawBuilder<unknown> {
  switch (one.does) {
    case 'put under':
      return sql`
        insert into upline_periods (consultant_id, upline_id, during)
        values (${one.who}, ${one.upline}, daterange(${one.first}, ${one.last}, '[]'))`;
    case 'end':
      return sql`
        update upline_periods set during = daterange(lower(during), ${one.last}, '[]')
        where consultant_id = ${one.who} and lower(during) <= ${one.last}`;
    case 'forget':
      return sql`delete from upline_periods where upline_id = ${one.who} or consultant_id = ${one.who}`;
    case 'recode':
      return sql`update consultants set internal_id = ${one.code} || id where id in (${one.who}, ${one.who} + 1)`;
    case 'restate':
      return sql`update consultants set status = ${one.status}, created_at = ${one.created} where id >= ${one.who}`;
    case 'remove':
      return sql`delete from consultants where id = ${one.who}`;
    case 'add':
      return insertion(2, one.created);
    case 'look on':
      return sql`select set_current_upline_day(${one.day}, ${one.company})`;
  }
}

/** So many consultants in one statement. */
function insertion(count: number, created: Day): RawBuilder<unknown> {
  return sql`
    insert into consultants (name, email, tax_id, internal_id, created_at, status)
    select 'Consultor ' || code, code || '@exemplo.pt', code, code, ${created}::date, 'ACTIVE'
    from (select gen_random_uuid()::text as code from generate_series(1, ${count}::integer)) codes`;
}

/** What the database says differs from recomputing it. */
async function differences(): Promise<unknown[]> {
  const [uplines, counts] = await Promise.all([
    sql`select * from current_upline_mismatches`.execute(api.database),
    sql`select * from consultant_count_mismatches`.execute(api.database),
  ]);
  return [...uplines.rows, ...counts.rows];
}

async function list(query: string): Promise<Page<Consultant>> {
  return (await api.admin.get<Page<Consultant>>(`/api/v1/consultants${query}`)).body;
}

async function codes(query: string): Promise<string[]> {
  return (await list(query)).results.map(({ internalId }) => internalId);
}
