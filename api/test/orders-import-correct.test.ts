import type { KeptImportInFull, ImportResult, LineValues } from '@rede/contract/orders-import';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import type { ordersImport } from '@rede/contract/orders-import';
import type { Answer } from '@rede/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, type Client, expectSuccess, startApi } from './start-api.ts';

type Corrected = Answer<typeof ordersImport.correct>;

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
  await api.consultant({ internalId: 'IK100' });
  await api.consultant({ internalId: 'IK200' });
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_updates, order_import_corrections, status_words`.execute(
    api.database,
  );
});
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,paidAt,total,totalPayment,internalId,couponCode';

async function load(content: string, query = ''): Promise<ImportResult> {
  return expectSuccess(await ana.upload<ImportResult>(content, 'encomendas.csv', query));
}

function correct(id: number | null, lines: { lineNumber: number; values: LineValues }[], client = ana) {
  return client.post<Corrected>(`/api/v1/orders/imports/${id}/lines`, { lines });
}

async function kept(id: number | null): Promise<KeptImportInFull> {
  return expectSuccess(await ana.get<KeptImportInFull>(`/api/v1/orders/imports/${id}`));
}

async function orders(): Promise<Order[]> {
  const { results } = expectSuccess(await ana.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200'));
  return results;
}

const undo = (id: number | null) => ana.post(`/api/v1/orders/imports/${id}/undo`, {});

test('a refused line that is corrected becomes an order of its file, and leaves the refused ones', async () => {
  const { id } = await load(`${header}\n1,2026-03-06,,10.00,,IK100,\n2,ontem,,20.00,,IK200,VERÃO\n3,hoje,,30.00,,,\n`);
  const values = {
    ecommerceId: '2',
    createdAt: '07-03-2026',
    total: '20,00',
    internalId: 'ik200',
    couponCode: 'VERÃO',
  };

  const { lines, import: after } = expectSuccess(
    await correct(id, [{ lineNumber: 3, values: { ...values, createdAt: '27-03-2026' } }]),
  );

  const [, second] = await orders();
  expect(second).toMatchObject({
    ecommerceId: '2',
    createdAt: '2026-03-27',
    total: '20.00',
    couponCode: 'VERÃO',
    consultant: { internalId: 'IK200' },
    importId: id,
    version: 1,
  });
  expect(lines).toEqual([{ lineNumber: 3, orderId: second?.id, error: null, field: null }]);
  expect(after).toMatchObject({ successful: 1, failed: 2, corrected: 1 });
  expect(after.failedLines.map(({ lineNumber }) => lineNumber)).toEqual([4]);
  expect(after.correctedLines).toEqual([
    {
      lineNumber: 3,
      before: { ecommerceId: '2', createdAt: 'ontem', total: '20.00', internalId: 'IK200', couponCode: 'VERÃO' },
      after: { ...values, createdAt: '27-03-2026' },
      orderId: second?.id,
      correctedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      correctedBy: 'Ana Silva',
    },
  ]);
  expect(await kept(id)).toEqual(after);
  expect(await differencesIn(api)).toEqual([]);
});

test('of several lines the good ones load, and each of the others says what is wrong and where', async () => {
  await api.order({ ecommerceId: '9', total: '1.00' });
  const { id } = await load(`${header}\n${[1, 2, 3, 4, 5, 6, 7].map((number) => `${number},x,,1.00,,,`).join('\n')}\n`);
  const good = { createdAt: '2026-03-06', total: '1.00' };

  const { lines, import: after } = expectSuccess(
    await correct(id, [
      { lineNumber: 8, values: { ...good, ecommerceId: '7' } },
      { lineNumber: 2, values: { ...good, ecommerceId: '9' } },
      { lineNumber: 3, values: { ...good, ecommerceId: '2', internalId: 'IK999' } },
      { lineNumber: 4, values: { ...good, ecommerceId: '3', createdAt: '03/04/2026' } },
      { lineNumber: 5, values: { ...good, ecommerceId: '4', total: '1.234' } },
      { lineNumber: 6, values: { ...good, ecommerceId: '4', paidAt: '2026-03-05' } },
      { lineNumber: 7, values: { ecommerceId: ' ', createdAt: '2026-03-06', total: '' } },
      { lineNumber: 99, values: { ...good, ecommerceId: '99' } },
    ]),
  );

  expect(lines.map(({ lineNumber, error, field }) => [lineNumber, error, field])).toEqual([
    [8, null, null],
    [2, 'Número de encomenda: "9" já existe', 'ecommerceId'],
    [3, 'Código IK: "IK999" não existe', 'internalId'],
    [4, 'Data de Encomenda: "03/04/2026" tanto pode ser dia/mês como mês/dia', 'createdAt'],
    [
      5,
      'Valor da Encomenda: "1.234" é ambíguo: os outros valores do ficheiro não mostram se "." separa milhares ou decimais',
      'total',
    ],
    [6, 'Data de Pagamento: "2026-03-05" não pode ser anterior a Data de Encomenda ("2026-03-06")', 'paidAt'],
    [7, 'Número de encomenda é obrigatório; Valor da Encomenda é obrigatório', 'ecommerceId'],
    [99, 'Esta linha não está entre as que este ficheiro tem recusadas', null],
  ]);
  expect(after).toMatchObject({ corrected: 1, failed: 7 });
  expect((await orders()).map(({ ecommerceId }) => ecommerceId)).toEqual(['7', '9']);
});

test('of two corrected lines with one number the first takes it', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n2,x,,2.00,,,\n`);
  const values = { ecommerceId: '5', createdAt: '2026-03-06' };

  const { lines } = expectSuccess(
    await correct(id, [
      { lineNumber: 3, values: { ...values, total: '2.00' } },
      { lineNumber: 2, values: { ...values, total: '1.00' } },
    ]),
  );

  expect(lines.map(({ error }) => error)).toEqual([
    'Número de encomenda: "5" está repetido no ficheiro (linha 2)',
    null,
  ]);
  expect((await orders()).map(({ total }) => total)).toEqual(['1.00']);
});

test('where nothing is corrected nothing is written, and the activity log says nothing', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n`);
  const before = await kept(id);

  const { import: after } = expectSuccess(
    await correct(id, [{ lineNumber: 2, values: { ecommerceId: '1', createdAt: 'y', total: '1.00' } }]),
  );

  const { rows } = await sql`select from changes where does = 'file.correct' and about_id = ${id}`.execute(
    api.database,
  );
  expect(after).toEqual(before);
  expect(rows).toEqual([]);
});

test('a correction is a change in the activity log, under its file', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n`);

  await correct(id, [{ lineNumber: 2, values: { ecommerceId: '1', createdAt: '2026-03-06', total: '1.00' } }]);

  const { rows } = await sql`
    select by_name, by_subject, does, about from changes where about_id = ${id} and does = 'file.correct'
  `.execute(api.database);
  expect(rows).toEqual([{ by_name: 'Ana Silva', by_subject: 'ana', does: 'file.correct', about: 'encomendas.csv' }]);
});

test('a line that was corrected is not corrected again', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n`);
  const line = { lineNumber: 2, values: { ecommerceId: '1', createdAt: '2026-03-06', total: '1.00' } };
  await correct(id, [line]);

  const { lines } = expectSuccess(await correct(id, [{ ...line, values: { ...line.values, ecommerceId: '2' } }]));

  expect(lines).toEqual([
    { lineNumber: 2, orderId: null, error: 'Esta linha já foi corrigida por Ana Silva', field: null },
  ]);
  expect(await orders()).toHaveLength(1);
});

test('of two who correct the same lines at once each line is one’s', async () => {
  const { id } = await load(
    `${header}\n${Array.from({ length: 100 }, (_, index) => `${index},x,,1.00,,,`).join('\n')}\n`,
  );
  const lines = (mark: string) =>
    Array.from({ length: 100 }, (_, index) => ({
      lineNumber: index + 2,
      values: { ecommerceId: `${mark}${index}`, createdAt: '2026-03-06', total: '1.00' },
    }));

  const answers = await Promise.all([
    correct(id, lines('a')),
    correct(id, lines('b').toReversed()),
    correct(id, lines('c')),
  ]);

  const loaded = answers.flatMap(({ body }) => body.lines.filter(({ orderId }) => orderId !== null));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(loaded).toHaveLength(100);
  expect(new Set(loaded.map(({ lineNumber }) => lineNumber)).size).toBe(100);
  expect(await kept(id)).toMatchObject({ corrected: 100, failedLines: [] });
  expect(await orders()).toHaveLength(100);
});

test('one line given twice, a field that is none, too many lines and none at all are refused', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n`);
  const line = { lineNumber: 2, values: { ecommerceId: '1' } };

  const twice = await correct(id, [line, line]);
  const unknown = await correct(id, [{ lineNumber: 2, values: { name: 'x' } as LineValues }]);
  const many = await correct(
    id,
    Array.from({ length: 501 }, (_, index) => ({ ...line, lineNumber: index })),
  );
  const none = await correct(id, []);
  const nowhere = await correct(999_999, [line]);

  expect([twice, unknown, many, none, nowhere].map(({ status }) => status)).toEqual([400, 400, 400, 400, 404]);
  expect(twice.body).toMatchObject({ message: 'Cada linha só pode vir uma vez.' });
});

test('absent, null and blank values mean the same', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n2,x,,1.00,,,\n`);
  const values = { ecommerceId: '1', createdAt: '2026-03-06', total: '1.00' };

  const { import: after } = expectSuccess(
    await ana.post<Corrected>(`/api/v1/orders/imports/${id}/lines`, {
      lines: [
        { lineNumber: 2, values: { ...values, paidAt: null, couponCode: '' } },
        { lineNumber: 3, values: { ...values, ecommerceId: '2', internalId: '  ' } },
      ],
    }),
  );

  expect(after.correctedLines.map(({ after }) => after)).toEqual([values, { ...values, ecommerceId: '2' }]);
});

test('undoing a load takes its corrected orders too', async () => {
  await api.order({ ecommerceId: '9', total: '1.00' });
  const { id } = await load(`${header}\n1,2026-03-06,,1.00,,IK100,\n2,x,,2.00,,,\n`);
  await correct(id, [
    { lineNumber: 3, values: { ecommerceId: '2', createdAt: '2026-03-06', total: '2.00', internalId: 'IK100' } },
  ]);

  const { status } = await undo(id);

  expect(status).toBe(200);
  expect((await orders()).map(({ ecommerceId }) => ecommerceId)).toEqual(['9']);
  expect(await kept(id)).toMatchObject({ corrected: 1, undoneBy: 'Ana Silva' });
  expect(await differencesIn(api)).toEqual([]);
});

test.each([
  ['changed', 'foi alterada 1 encomenda'],
  ['deleted', 'foi apagada 1 encomenda'],
])('a load is not undone where a corrected order was %s since', async (how, what) => {
  const { id } = await load(`${header}\n1,2026-03-06,,1.00,,,\n2,x,,2.00,,,\n`);
  const { lines } = expectSuccess(
    await correct(id, [{ lineNumber: 3, values: { ecommerceId: '2', createdAt: '2026-03-06', total: '2.00' } }]),
  );
  const path = `/api/v1/orders/${lines[0]?.orderId}`;
  const order = { ecommerceId: '2', createdAt: '2026-03-06', total: '3.00' };
  await (how === 'changed' ? ana.put(path, order) : ana.delete(path));

  const { status, body } = await undo(id);

  expect([status, body.message]).toEqual([409, `Este carregamento já não pode ser anulado: desde então ${what}.`]);
});

test('the lines of a load that was undone are not corrected', async () => {
  const { id } = await load(`${header}\n1,2026-03-06,,1.00,,,\n2,x,,2.00,,,\n`);
  await undo(id);

  const { status, body } = await correct(id, [
    { lineNumber: 3, values: { ecommerceId: '2', createdAt: '2026-03-06', total: '2.00' } },
  ]);

  expect(status).toBe(409);
  expect(body).toMatchObject({
    message: 'Este carregamento foi anulado por Ana Silva: as suas linhas já não se corrigem.',
  });
});

test('of an undoing and a correction at once one comes first, and nothing is left over', async () => {
  for (const round of Array.from({ length: 10 }).keys()) {
    const { id } = await load(`${header}\n${round}a,2026-03-06,,1.00,,,\n${round}b,x,,2.00,,,\n`);

    const [undone, corrected] = await Promise.all([
      undo(id),
      correct(id, [{ lineNumber: 3, values: { ecommerceId: `${round}b`, createdAt: '2026-03-06', total: '2.00' } }]),
    ]);

    expect(undone.status).toBe(200);
    expect([200, 409]).toContain(corrected.status);
    expect(await orders()).toEqual([]);
  }
});

test('where a load was to update orders a corrected line does, and undoing gives back what they had', async () => {
  await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '10.00' });
  const before = await orders();
  const { id } = await load(`${header}\n1,2026-03-01,ontem,10.00,,,\n`, '?updateExisting=true');
  const values = { ecommerceId: '1', createdAt: '2026-03-01', paidAt: '2026-03-05', total: '10.00' };

  const { lines } = expectSuccess(await correct(id, [{ lineNumber: 2, values }]));
  const [paid] = await orders();
  await undo(id);
  const [after] = await orders();

  expect(lines).toEqual([{ lineNumber: 2, orderId: before[0]?.id, error: null, field: null }]);
  expect(paid).toMatchObject({ paidAt: '2026-03-05', pending: '0.00', version: 2 });
  expect(after).toEqual({ ...before[0], version: 3 });
});

test('an order that a load updated is not updated again by a corrected line of it', async () => {
  await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '10.00' });
  const { id } = await load(
    `${header}\n1,2026-03-01,2026-03-05,10.00,,,\n1,2026-03-01,ontem,10.00,,,\n`,
    '?updateExisting=true',
  );

  const { lines } = expectSuccess(
    await correct(id, [
      { lineNumber: 3, values: { ecommerceId: '1', createdAt: '2026-03-01', paidAt: '2026-03-09', total: '10.00' } },
    ]),
  );
  const undone = await undo(id);

  expect(lines[0]?.error).toBe('Número de encomenda: "1" já existe');
  expect(undone.status).toBe(200);
});

test('a load from before lines kept their values can be corrected too', async () => {
  const { id } = await load(`${header}\n1,x,,1.00,,,\n`);
  const formerly = [{ lineNumber: 2, lines: 1, error: 'createdAt: "x" não é uma data de 1990 a 2100' }];
  await sql`update order_imports set failed_lines = ${JSON.stringify(formerly)} where id = ${id}`.execute(api.database);

  const before = await kept(id);
  const { import: after } = expectSuccess(
    await correct(id, [{ lineNumber: 2, values: { ecommerceId: '1', createdAt: '2026-03-06', total: '1.00' } }]),
  );

  expect(before.failedLines).toMatchObject([{ field: null, values: null }]);
  expect(after).toMatchObject({ corrected: 1, correctedLines: [{ before: null }] });
});
