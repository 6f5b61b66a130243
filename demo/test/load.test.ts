import { connect, type Database } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { findNetwork, findSummary } from '@rede/api/dashboard/queries';
import { type NetworkQuery, windowOf } from '@rede/contract/dashboard';
import { type DemoAccount, loadDemo } from '@rede/demo/load';
import { makeDemoNetwork } from '@rede/demo/network';
import { putDemoAccounts } from '@rede/local/identity/accounts';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const today = '2026-06-15';
/** Patient: a machine that is busy with other work is slow and not wrong. */
const acquireTimeout = 30_000;
const defaultWindow = windowOf({}, today);
const firstPage: NetworkQuery = { pageNumber: 0, pageSize: 20, sort: 'name' };

let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;
let database: Database;
let accounts: DemoAccount[];

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  database = connect(postgres.url, { acquireTimeout });
  await migrate(database);
  accounts = await loadDemo(postgres.url, { today, withAccounts: putDemoAccounts });
});

afterAll(async () => {
  await database.destroy();
  await postgres.stop();
});

function idOf(username: string): number {
  const account = accounts.find((found) => found.username === username);
  if (!account) throw new Error(`no account ${username}`);
  return account.consultantId;
}

const cardsOf = (username: string) => findSummary(database, idOf(username), defaultWindow);

async function counts() {
  const { rows } = await sql<Record<'consultants' | 'periods' | 'orders' | 'accounts', number>>`
    select
      (select count(*) from consultants) as consultants,
      (select count(*) from upline_periods) as periods,
      (select count(*) from orders) as orders,
      (select count(*) from local_identity.accounts where consultant_id is not null) as accounts
  `.execute(database);
  return rows[0];
}

test('everything of the network is in the database', async () => {
  const { consultants, periods, orders } = makeDemoNetwork({ today });

  const loaded = await counts();

  expect(loaded).toEqual({
    consultants: consultants.length,
    periods: periods.length,
    orders: orders.length,
    accounts: 4,
  });
});

test('only who stands directly below the company has it as the upline', async () => {
  const { periods } = makeDemoNetwork({ today });

  const { rows } = await sql<{ internalId: string }>`
    select consultant.internal_id as "internalId"
    from upline_periods period join consultants consultant on consultant.id = period.consultant_id
    where period.upline_id is null
    order by period.id
  `.execute(database);

  expect(rows.map(({ internalId }) => internalId)).toEqual(
    periods.filter(({ upline }) => upline === null).map(({ consultant }) => consultant.internalId),
  );
});

test('most of the network is the leader’s', async () => {
  const { totalDirectConsultants, totalTreeConsultants } = await cardsOf('lider');

  expect(totalTreeConsultants).toBeGreaterThanOrEqual(0.6 * 400);
  expect(totalDirectConsultants).toBeGreaterThan(9);
  expect(totalDirectConsultants).toBeLessThan(60);
});

test('the consultant has a small network, deeper than one level, and both have ordered lately', async () => {
  const summary = await cardsOf('consultor');
  const total = await findNetwork(
    database,
    { consultantId: idOf('consultor'), depth: 'total', window: defaultWindow },
    firstPage,
  );

  expect(summary.totalTreeConsultants).toBeGreaterThanOrEqual(5);
  expect(summary.totalTreeConsultants).toBeLessThanOrEqual(15);
  expect(summary.totalDirectConsultants).toBeLessThan(summary.totalTreeConsultants);
  expect(Number(summary.totalOrders)).toBeGreaterThan(100);
  expect(Number(total.totals.totalOrdersValue)).toBeGreaterThan(500);
  expect(Number(total.totals.totalPendingValue)).toBeGreaterThan(0);
});

test('the newcomer has nobody below', async () => {
  const summary = await cardsOf('novo');

  expect(summary).toMatchObject({ totalDirectConsultants: 0, totalTreeConsultants: 0 });
});

test('a second load fails and leaves everything as it was', async () => {
  const before = await counts();

  await expect(loadDemo(postgres.url, { today, seed: 2 })).rejects.toThrow('consultants_internal_id_key');

  expect(await counts()).toEqual(before);
});

test('where the accounts cannot be kept, nothing is loaded', async () => {
  await sql`create database nothing`.execute(database);
  const url = new URL('/nothing', postgres.url).href;
  const other = connect(url, { acquireTimeout });
  await migrate(other);

  const load = loadDemo(url, { today, withAccounts: () => Promise.reject(new Error('no room')) });

  await expect(load).rejects.toThrow('no room');
  const { rows } = await sql<{ total: number }>`select count(*) as total from consultants`.execute(other);
  expect(rows).toEqual([{ total: 0 }]);
  await other.destroy();
});
