import { connect, type Database } from '@rede/api/db/client';
import { executePrepared } from '@rede/api/db/prepared';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { acquireTimeout } from './start-api.ts';

let database: Database;

beforeAll(() => {
  database = connect(inject('templateUrl'), { poolSize: 1, acquireTimeout });
});
afterAll(() => database.destroy());

async function plus(one: number, other: number): Promise<number | undefined> {
  const statement = sql<{ sum: number }>`select ${one}::integer + ${other}::integer as sum`;
  const [row] = await executePrepared(database, statement.compile(database));
  return row?.sum;
}

async function prepared(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    'select statement, custom_plans, generic_plans from pg_prepared_statements',
  );
  return rows;
}

test('a statement is prepared once a connection and answers for the values at hand; others are not prepared', async () => {
  const sums = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) sums.push(await plus(number, 10));
  await sql`select ${1}::integer`.execute(database);

  expect(sums).toEqual([11, 12, 13, 14, 15, 16, 17, 18]);
  expect(await prepared()).toEqual([
    { statement: 'select $1::integer + $2::integer as sum', custom_plans: 5, generic_plans: 3 },
  ]);
});

test('a new connection prepares it anew', async () => {
  await plus(1, 2);
  const broken = await database.pool.connect();
  broken.release(true);

  expect(await plus(2, 3)).toBe(5);
  expect(await prepared()).toMatchObject([{ custom_plans: 1, generic_plans: 0 }]);
});

test('one that is first asked in a transaction that has failed is prepared when it is asked again', async () => {
  const twice = (number: number) => sql<{ twice: number }>`select 2 * ${number}::integer as twice`.compile(database);

  const failing = database.transaction().execute(async (db) => {
    await sql`select 1 / ${0}::integer`.execute(db).catch(() => {});
    await executePrepared(db, twice(3));
  });

  await expect(failing).rejects.toThrow('current transaction is aborted');
  expect(await executePrepared(database, twice(4))).toEqual([{ twice: 8 }]);
});
