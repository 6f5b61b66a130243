import { connect, type Database } from '@rede/api/db/client';
import { executePrepared } from '@rede/api/db/prepared';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let database: Database;

beforeAll(() => {
  database = connect(inject('templateUrl'), { poolSize: 1, acquireTimeout: 30_000 });
});
afterAll(() => database.destroy());

async function plus(one: number, other: number): Promise<number | undefined> {
  const statement = sql<{ sum: number }>`select ${one}::integer + ${other}::integer as sum`;
  const [row] = await executePrepared(database, statement.compile(database));
  return row?.sum;
}

const inAll = { numbers: [1, 2, 3, 4, 5, 6, 7, 8], sums: [11, 12, 13, 14, 15, 16, 17, 18] };

async function prepared(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    'select statement, custom_plans, generic_plans from pg_prepared_statements',
  );
  return rows;
}

test('a statement is prepared once a connection and answers for the values at hand; others are not prepared', async () => {
  const sums = [];
  for (const number of inAll.numbers) sums.push(await plus(number, 10));
  await sql`select ${1}::integer`.execute(database);

  expect(sums).toEqual(inAll.sums);
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

test('in a transaction that failed it is as any other, and afterwards it is there again', async () => {
  const failing = database.transaction().execute(async (db) => {
    await sql`select 1 / ${0}::integer`.execute(db);
  });

  await expect(failing).rejects.toThrow('division by zero');
  expect(await plus(3, 4)).toBe(7);
});
