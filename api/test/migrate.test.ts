import { randomBytes } from 'node:crypto';
import { connect, type Database } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { acquireTimeout } from './start-api.ts';

const open: Database[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.destroy()));
});

test('an empty database gets the whole schema, from a role that is no superuser', async () => {
  const database = await emptyDatabase();

  await migrate(database);

  expect(await tables(database)).toEqual(expect.arrayContaining(['consultants', 'orders', 'upline_periods']));
  const { rows } = await sql`select rolsuper from pg_roles where rolname = current_user`.execute(database);
  expect(rows).toEqual([{ rolsuper: false }]);
});

test('a second run changes nothing and keeps the data', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  const before = await applied(database);
  await database
    .insertInto('orders')
    .values({ ecommerce_id: 'KEPT', created_at: '2026-01-01', total_cents: 100 })
    .execute();

  await migrate(database);

  expect(await applied(database)).toEqual(before);
  expect(await database.selectFrom('orders').select('ecommerce_id').execute()).toEqual([{ ecommerce_id: 'KEPT' }]);
});

test('processes that start together wait for each other', async () => {
  const database = await emptyDatabase();
  const together = Array.from({ length: 4 }, () =>
    connectTo(new URL(database.pool.options.connectionString ?? '').href),
  );

  await Promise.all(together.map((one) => migrate(one)));

  expect((await applied(database)).length).toBeGreaterThan(1);
  expect(await tables(database)).toContain('consultants');
});

test('a migration that was applied and is no longer there is told, and nothing is done', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  await sql`insert into applied_migrations (name, checksum) values ('9999-from-the-future', 'x')`.execute(database);

  await expect(migrate(database)).rejects.toThrow('9999-from-the-future');
});

test('a migration that was changed after it was applied stops the start, with its name', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  await sql`update applied_migrations set checksum = 'another' where name = '0002-orders'`.execute(database);

  await expect(migrate(database)).rejects.toThrow('0002-orders foi alterada depois de aplicada');
});

test('a database of the schema before these migrations is refused, with what to do', async () => {
  const database = await emptyDatabase();
  await sql`create table consultants (id bigint)`.execute(database);

  await expect(migrate(database)).rejects.toThrow('versão experimental anterior');
});

test('functions, views and triggers are made anew when their files have changed, and what no file defines any more is gone', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  const before = await definitions(database);
  await sql`create function left_over() returns integer language sql return 1`.execute(database);
  await sql`create function of_somebody_else() returns integer language sql return 1`.execute(database);
  await sql`drop trigger orders_inserted on orders`.execute(database);
  await sql`
    update applied_definitions set checksum = 'another', objects = objects || 'function if exists left_over()'::text
  `.execute(database);

  await migrate(database);

  expect(await definitions(database)).toEqual([...before, 'of_somebody_else()'].toSorted());
});

test('a table and an operation have one trigger that follows from it', async () => {
  const database = await emptyDatabase();
  await migrate(database);

  const { rows } = await sql`
    select tgrelid::regclass::text as "table", tgtype, count(*)
    from pg_trigger
    where not tgisinternal
    group by 1, 2
    having count(*) > 1
  `.execute(database);

  expect(rows).toEqual([]);
});

test('no code and no query is needed to keep the history right: the database refuses by itself', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((code) => consultant(database, code)));
  const put = (...periods: string[]) =>
    sql`insert into upline_periods (consultant_id, upline_id, during) values ${sql.raw(periods.join(', '))}`.execute(
      database,
    );

  await put(`(${a}, null, '[2026-01-01,2026-02-01)')`, `(${b}, ${a}, '[2026-01-01,)')`);

  await expect(put(`(${a}, null, '[2026-01-31,)')`)).rejects.toThrow('upline_periods_no_overlap');
  await expect(put(`(${a}, ${a}, '[2026-03-01,)')`)).rejects.toThrow('upline_periods_not_own_upline');
  await expect(put(`(${a}, ${b}, '[2026-03-01,)')`)).rejects.toThrow('upline cycle on 2026-03-01');
  await expect(put(`(${c}, null, 'empty')`)).rejects.toThrow('upline_periods_has_first_day');
  await expect(put(`(${c}, null, '(,2026-01-01)')`)).rejects.toThrow('upline_periods_has_first_day');
  await expect(put(`(${c}, null, '[1989-12-31,)')`)).rejects.toThrow('upline_periods_real_days');
  await expect(put(`(${c}, null, '[2026-01-01,2101-01-02)')`)).rejects.toThrow('upline_periods_real_days');
  await expect(
    sql`update upline_periods set during = '[2026-01-01,)', upline_id = ${b} where consultant_id = ${a}`.execute(
      database,
    ),
  ).rejects.toThrow('upline cycle on 2026-01-01');
});

test('a cycle written by one statement, with somebody under it, is refused too', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((code) => consultant(database, code)));

  const writing = sql`
    insert into upline_periods (consultant_id, upline_id, during)
    values (${c}, ${a}, '[2026-01-01,)'), (${a}, ${b}, '[2026-01-01,)'), (${b}, ${a}, '[2026-01-01,)')
  `.execute(database);

  await expect(writing).rejects.toThrow('upline cycle on 2026-01-01');
});

test('what text is searched by knows no case and no accents, and its pattern’s own characters are plain', async () => {
  const database = await emptyDatabase();
  await migrate(database);

  const { rows } = await sql`
    select normalize_text('João ÁVILA Ç') as normalized, containing('50%_\\') as pattern, 'x50%_\\y' like containing('50%_\\') as found
  `.execute(database);

  expect(rows).toEqual([{ normalized: 'joao avila c', pattern: String.raw`%50\%\_\\%`, found: true }]);
});

async function emptyDatabase(): Promise<Database> {
  const template = new URL(inject('templateUrl'));
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  const server = connectTo(new URL('/postgres', template).href);
  await sql`create database ${sql.id(name)}`.execute(server);
  return connectTo(new URL(`/${name}`, template).href);
}

function connectTo(url: string): Database {
  const database = connect(url, { acquireTimeout });
  open.push(database);
  return database;
}

async function tables(database: Database): Promise<string[]> {
  return (await database.introspection.getTables()).map(({ name }) => name);
}

/** Functions, views and triggers that belong to no extension. */
async function definitions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select oid::regclass::text from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
    union all
    select tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal
  `.execute(database);
  return rows.map(({ name }) => name).toSorted();
}

async function applied(database: Database): Promise<unknown[]> {
  return (await sql`select * from applied_migrations order by name`.execute(database)).rows;
}

async function consultant(database: Database, code: string): Promise<number> {
  const { id } = await database
    .insertInto('consultants')
    .values({
      name: `Consultor ${code}`,
      email: `${code}@exemplo.pt`,
      tax_id: code,
      internal_id: code,
      created_at: '2026-01-01',
      status: 'ACTIVE',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
