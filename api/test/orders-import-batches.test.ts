import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Problem } from '@rede/api/http/problem';
import { loadOrders } from '@rede/api/orders-import/load';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100', createdAt: '2026-01-01' });
  await api.consultant({ internalId: 'IK200', createdAt: '2026-01-01', parentId: 'IK100' });
  await api.consultant({ internalId: 'IK300', createdAt: '2026-01-01', parentId: 'IK200' });
  await sql`update rollup_settings set min_members = 1`.execute(api.database);
  await sql`select build_rollups('2026-06-15')`.execute(api.database);
});
afterAll(() => api.stop());

interface Outcome {
  result: ImportResult | string;
  orders: unknown[];
  differences: unknown[];
}

/** What becomes of a file that is written so many records at a time; afterwards all is as it was before. */
async function load(text: string, batchSize: number): Promise<Outcome> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 150) yield bytes.subarray(at, at + 150);
  }
  const result = await loadOrders(
    api.database,
    {
      name: 'loja.csv',
      bytes: pieces(),
      fingerprint: () => ({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest() }),
    },
    {
      by: { name: 'Ana', subject: 'ana' },
      dryRun: false,
      updateExisting: false,
      progress: { phase: 'reading', records: 0 },
      batchSize,
    },
  ).catch((error: unknown) => {
    if (error instanceof Problem) return error.message;
    throw error;
  });
  const { rows: orders } = await sql`
    select ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents, import_id is null as was_there
    from orders
    order by ecommerce_id
  `.execute(api.database);
  const differences = await differencesIn(api);
  await sql`delete from orders where import_id is not null`.execute(api.database);
  return { result: typeof result === 'string' ? result : { ...result, id: null, sameFile: null }, orders, differences };
}

const row = fc
  .record({
    number: fc.constantFrom('#1', '#2', '#3', '#4', '#5', '#6', '#7', '#8', '#there', ''),
    createdAt: fc.constantFrom('2026-03-06', '2026-03-06', '05/03/2026', '13/03/2026', '31/02/2026'),
    total: fc.constantFrom('10.00', '20.5', '1.234', 'x', ''),
    coupon: fc.constantFrom('', 'ik300', 'VERAO'),
    code: fc.constantFrom('', 'IK100', 'ik200', 'nada'),
    status: fc.constantFrom('', 'paid', 'pending', 'voided'),
    note: fc.constantFrom('', '"duas\nlinhas"', '"aberta'),
  })
  .map(({ number, createdAt, total, coupon, code, status, note }) =>
    [number, createdAt, total, coupon, code, status, note].join(','),
  );

test('a file is loaded the same whether its records are written batch by batch or validated together in the end', async () => {
  await api.order({ ecommerceId: 'there' });

  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), async (rows) => {
      const file = ['Name,Created at,Total,Discount Code,Código IK,Financial Status,Notes', ...rows].join('\n');

      const together = await load(file, 1_000_000);
      const inBatches = await load(file, 3);

      expect(inBatches).toEqual(together);
      expect(together.differences).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 90_000);

test('the planner, and who has the list open, know of a large load as soon as it is there', async () => {
  const records = Array.from({ length: 20_001 }, (_, index) => `V${index};2026-03-31;10,00`);
  const found = async () => (await api.admin.get<Page<unknown>>('/api/v1/orders?ecommerceId=v1999')).body.totalResults;
  const before = await found();

  await api.admin.upload(`Número de encomenda;Data de Encomenda;Valor da Encomenda\n${records.join('\n')}\n`);

  expect([before, await found()]).toEqual([0, 11]);
  const { rows } = await sql<{ expected: number }>`
    select reltuples as expected from pg_class where oid = 'orders'::regclass`.execute(api.database);
  expect(rows[0]?.expected).toBeGreaterThan(20_000);
});

test('orders that are written batch by batch run the triggers of `orders` like any other', async () => {
  await sql`
    create table seen (number text);
    create function see() returns trigger language plpgsql as $$
    begin
      insert into seen values (new.ecommerce_id);
      return null;
    end $$;
    create trigger orders_seen after insert on orders for each row execute function see();
  `.execute(api.database);

  await load('ecommerceId,createdAt,internalId,total\n1,2026-03-06,IK100,1.00\n2,2026-03-06,IK200,1.00\n', 1);
  const { rows } = await sql`select number from seen order by number`.execute(api.database);
  await sql`drop trigger orders_seen on orders; drop function see(); drop table seen`.execute(api.database);

  expect(rows).toEqual([{ number: '1' }, { number: '2' }]);
});
