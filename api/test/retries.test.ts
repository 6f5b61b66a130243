import type { ImpactPreview, HistoryEntry } from '@rede/contract/history';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterEach(() => sql`drop function if exists fail_at_first cascade`.execute(api.database));
afterAll(() => api.stop());

test('a period whose addition deadlocks with somebody else’s work is added once that work is done', async () => {
  const consultant = await consultantWith(api, { internalId: 'D1' }, []);

  const { status, body } = await inDeadlock('D1', 'D2', () =>
    api.admin.post<HistoryEntry>(`/api/v1/consultants/${consultant.id}/history`, {
      parentId: 'D2',
      startDate: '2026-01-01',
    }),
  );

  expect([status, body.parentId]).toEqual([201, 'D2']);
  expect(await historyOf(api, consultant)).toHaveLength(1);
});

test('a move that deadlocks with somebody else’s work is made once that work is done', async () => {
  const consultant = await consultantWith(api, { internalId: 'D3' }, [['IK0', '2026-01-01', null]]);

  const { status } = await inDeadlock('D3', 'D4', () =>
    api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, parentId: 'D4' }),
  );

  expect(status).toBe(200);
  expect((await historyOf(api, consultant)).map(({ parentId }) => parentId)).toEqual(['IK0', 'D4']);
});

test('what would move is told while somebody else holds all that the change itself would wait for', async () => {
  const upline = await api.consultant({ internalId: 'D6' });
  const consultant = await consultantWith(api, { internalId: 'D5' }, []);
  await api.order({ ecommerceId: 'D-1', by: 'D5', createdAt: '2026-01-01' });
  const other = await api.database.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(hashtext('history'))`.execute(other);
  await other
    .selectFrom('consultants')
    .where('id', 'in', [consultant.id, upline.id])
    .select('id')
    .forUpdate()
    .execute();

  const { status, body } = await api.admin.post<ImpactPreview>(`/api/v1/consultants/${consultant.id}/history/preview`, {
    parentId: 'D6',
    startDate: '2026-01-01',
  });
  await other.rollback().execute();

  expect([status, body.networks.map(({ internalId }) => internalId)]).toEqual([200, ['D6', 'D6']]);
  expect(await historyOf(api, consultant)).toEqual([]);
});

test('a change that is stood in the way of four times is made', async () => {
  const consultant = await consultantWith(api, { internalId: 'R1' }, []);
  await failAtFirst(4);

  const { status } = await api.admin.post(`/api/v1/consultants/${consultant.id}/history`, {
    parentId: 'IK0',
    startDate: '2026-01-01',
  });

  expect(status).toBe(201);
  expect(await historyOf(api, consultant)).toHaveLength(1);
});

test('a change that is stood in the way of five times is not made, and the answer says when to try again', async () => {
  const consultant = await consultantWith(api, { internalId: 'R2' }, []);
  await failAtFirst(5);
  const add = () =>
    api.admin.post(`/api/v1/consultants/${consultant.id}/history`, { parentId: 'IK0', startDate: '2026-01-01' });

  const refused = await add();
  const history = await historyOf(api, consultant);
  const again = await add();

  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    503,
    '2',
    {
      code: 'unavailable',
      message: 'O serviço está temporariamente indisponível. Tente novamente dentro de momentos.',
    },
  ]);
  expect(history).toEqual([]);
  expect(again.status).toBe(201);
});

/**
 * Makes a call that puts one consultant under another, new one deadlock: the call holds the first and then wants its turn at the history,
 * while a transaction that has the turn wants the first. PostgreSQL looks for a deadlock once, some time after a wait began, and ends who
 * looks: that is the call, for the other looked while the call was still kept waiting for the upline.
 */
async function inDeadlock<Answer>(code: string, uplineCode: string, call: () => Promise<Answer>): Promise<Answer> {
  const upline = await api.consultant({ internalId: uplineCode });
  const before = await deadlocks();
  const [other, keeper] = await Promise.all([
    api.database.startTransaction().execute(),
    api.database.startTransaction().execute(),
  ]);
  await sql`select pg_advisory_xact_lock(hashtext('history'))`.execute(other);
  await keeper.selectFrom('consultants').select('id').where('id', '=', upline.id).forUpdate().execute();

  const calling = call();
  await expect.poll(() => waiting()).toBe(1);
  const taking = other.selectFrom('consultants').select('id').where('internal_id', '=', code).forUpdate().execute();
  await expect.poll(() => waiting({ patiently: true })).toBe(2);
  await keeper.rollback().execute();
  await taking;
  await other.rollback().execute();

  const answer = await calling;
  await expect.poll(deadlocks).toBe(before + 1);
  return answer;
}

/** How many wait for somebody's lock; patiently: for so long that they have looked for a deadlock and found none. */
async function waiting({ patiently = false } = {}): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting
    from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()
      and waitstart <= clock_timestamp() - 2 * current_setting('deadlock_timeout')::interval * ${patiently ? 1 : 0}::int
  `.execute(api.database);
  return rows[0]?.waiting ?? 0;
}

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()
  `.execute(api.database);
  return rows[0]?.deadlocks ?? 0;
}

/** Lets the first so many attempts to write a period end as serialisation failures. A sequence counts them: it is never taken back. */
async function failAtFirst(attempts: number): Promise<void> {
  await sql
    .raw(`
    drop sequence if exists attempts;
    create sequence attempts;
    create function fail_at_first() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') <= ${attempts} then
        raise exception 'stood in the way' using errcode = 'serialization_failure';
      end if;
      return null;
    end $$;
    create trigger upline_periods_fail before insert on upline_periods
      for each statement execute function fail_at_first();
  `)
    .execute(api.database);
}
