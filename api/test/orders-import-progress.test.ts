import { randomUUID } from 'node:crypto';
import type { ImportProgress, ImportResult } from '@rede/contract/orders-import';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { importing, slowUpload } from './slow-upload.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;

afterEach(() => api.stop());

const header = 'ecommerceId,createdAt,total';

/** More than the server holds back before it passes records on. */
const aPiece = Array.from({ length: 10_000 }, (_, index) => `${index},2026-03-06,1.00\n`).join('');

async function progressOf(key: string): Promise<ImportProgress | null | number> {
  const { status, body } = await api.admin.get<ImportProgress | null>(`/api/v1/orders/csv/progress/${key}`);
  return status === 200 ? body : status;
}

const allAreFree = () => {
  const { pool } = api.database;
  expect(pool.idleCount).toBe(pool.totalCount);
};

test('how far a load has got is told while its file arrives and while it is written, and forgotten after it', async () => {
  api = await startApi();
  const key = randomUUID();
  const upload = await slowUpload(api, `?progressKey=${key}`);
  const blocking = await api.database.pool.connect();
  await blocking.query('begin; lock table orders in share mode');

  upload.write(`${header}\n`);
  await expect.poll(() => progressOf(key)).toEqual({ phase: 'reading', records: 0 });
  upload.write(aPiece);
  await expect.poll(async () => (await progressOf(key)) as ImportProgress).toMatchObject({ phase: 'reading' });
  await expect.poll(async () => ((await progressOf(key)) as ImportProgress).records).toBeGreaterThan(5000);
  upload.write('x\n');
  upload.finish();
  await expect.poll(() => progressOf(key)).toEqual({ phase: 'writing', records: 10_001 });
  await blocking.query('rollback');
  blocking.release();

  expect(await upload.answered).toMatchObject({ status: 200, body: { successful: 10_000, malformed: 1 } });
  expect(await progressOf(key)).toBeNull();
});

test('a load that fails is forgotten as well, and of a key that nobody uses there is nothing to tell', async () => {
  api = await startApi();
  const key = randomUUID();

  const { status } = await api.admin.upload(`${header}\n1,03/04/2026,1\n`, 'a.csv', `?progressKey=${key}`);

  expect(status).toBe(400);
  expect(await progressOf(key)).toBeNull();
  expect(await progressOf(randomUUID())).toBeNull();
  expect(await progressOf('outra')).toBe(400);
});

test('loads take half of the connections at most; one too many is asked to come again, and there is room after', async () => {
  api = await startApi({ settings: { DATABASE_POOL_SIZE: '4' } });
  const first = await slowUpload(api);
  const second = await slowUpload(api);
  for (const upload of [first, second]) upload.write(`${header}\n${aPiece}`);
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(2), 10_000);

  const refused = await api.admin.upload(`${header}\n${aPiece}`);
  first.finish();
  await first.answered;
  const taken = await api.admin.upload<ImportResult>(`${header}\nA,2026-03-06,1.00\n`);
  second.goAway();

  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.body).toEqual({
    code: 'unavailable',
    message: 'Já estão a ser carregados outros ficheiros. Tente novamente dentro de momentos.',
  });
  expect(taken.body.successful).toBe(1);
  await vi.waitFor(allAreFree, 10_000);
});

test('a sender that falls silent is hung up on: nothing stays, and its connection is free again', async () => {
  api = await startApi({ longestSilence: 500 });
  const upload = await slowUpload(api);
  upload.write(`${header}\n${aPiece}`);
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(1), 10_000);

  await expect(upload.answered).rejects.toThrow(/hang up|ECONNRESET/);

  await vi.waitFor(allAreFree, 10_000);
  const { rows } = await sql<{ count: number }>`select count(*) as count from orders`.execute(api.database);
  expect(rows).toEqual([{ count: 0 }]);
});

test('the log tells of each load how many records became what, and nothing of whose they are', async () => {
  const lines: string[] = [];
  api = await startApi({ settings: { LOG_LEVEL: 'info' }, logTo: { write: (line) => lines.push(line) } });
  const content = `${header}\nsegredo-1,2026-03-06,1.00\nsegredo-1,2026-03-06,1.00\nsegredo\n`;

  const { body } = await api.admin.upload<ImportResult>(content, 'segredo.csv');
  await api.admin.upload(content, 'segredo.csv', '?dryRun=true');

  const loads = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'orders loaded');
  const told = { total: 3, updated: 0, malformed: 1, ms: expect.any(Number) };
  expect(loads).toMatchObject([
    { import: body.id, dryRun: false, successful: 1, failed: 1, ...told },
    { import: null, dryRun: true, successful: 0, failed: 2, ...told },
  ]);
  expect(lines.filter((line) => line.includes('segredo'))).toEqual([]);
});
