import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
  await api.consultant({ internalId: 'IK200' });
});
afterEach(() => api.database.deleteFrom('orders').execute());
afterAll(() => api.stop());

async function upload(...lines: string[]): Promise<ImportResult> {
  const { status, body } = await api.admin.upload<ImportResult>(lines.join('\n'));
  expect(status).toBe(200);
  return body;
}

async function refusal(...lines: string[]): Promise<{ status: number; message: string }> {
  const { status, body } = await api.admin.upload(lines.join('\n'));
  expect(await numbers()).toEqual([]);
  return { status, message: body.message };
}

async function orders(): Promise<Order[]> {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200');
  return body.results;
}

async function numbers(): Promise<string[]> {
  return (await orders()).map(({ ecommerceId }) => ecommerceId);
}

test('a file of our own columns becomes orders', async () => {
  const result = await upload(
    'Número de encomenda;Cupão;Data de Encomenda;Data de Pagamento;Código IK;Valor da Encomenda;Valor Pago',
    '1001;VERÃO;2026-03-06;2026-03-07;ik100;1.234,50;1 000,00 €',
    '1002;;06/03/2026 10:00;;;20;',
    '1003;Ik200;31/03/2026;;;0,5;0',
  );

  expect(result).toEqual({
    id: expect.any(Number),
    total: 3,
    successful: 3,
    updated: 0,
    failed: 0,
    malformed: 0,
    failedLines: [],
    failedLinesOmitted: 0,
    recognised: {
      shop: 'rede',
      separator: ';',
      encoding: 'utf-8',
      columns: [
        { field: 'ecommerceId', title: 'Número de encomenda' },
        { field: 'couponCode', title: 'Cupão' },
        { field: 'createdAt', title: 'Data de Encomenda' },
        { field: 'paidAt', title: 'Data de Pagamento' },
        { field: 'internalId', title: 'Código IK' },
        { field: 'total', title: 'Valor da Encomenda' },
        { field: 'totalPayment', title: 'Valor Pago' },
      ],
    },
    unknownWords: [],
    sameFile: null,
  });
  expect(await orders()).toMatchObject([
    {
      ecommerceId: '1001',
      couponCode: 'VERÃO',
      createdAt: '2026-03-06',
      paidAt: '2026-03-07',
      total: '1234.50',
      totalPayment: '1000.00',
      consultant: { internalId: 'IK100' },
      version: 1,
    },
    {
      ecommerceId: '1002',
      couponCode: null,
      createdAt: '2026-03-06',
      paidAt: null,
      total: '20.00',
      totalPayment: null,
      consultant: null,
    },
    {
      ecommerceId: '1003',
      couponCode: 'Ik200',
      createdAt: '2026-03-31',
      total: '0.50',
      totalPayment: '0.00',
      consultant: { internalId: 'IK200' },
    },
  ]);
});

test.each([
  ['the wire names', 'ecommerceId,createdAt,total,internalId', '1001,2026-03-06,10.00,IK100'],
  [
    'any order, case, accent and space',
    ' VALOR DA ENCOMENDA |codigo  ik|Outra|data de encomenda|numero de encomenda',
    '10.00|IK100|x|2026-03-06|1001',
  ],
  ['tabs', 'ecommerceId\tcreatedAt\ttotal\tinternalId', '1001\t2026-03-06\t10,00\tIK100'],
  [
    'quoted titles',
    '"Número de encomenda","Data de Encomenda","Valor da Encomenda","Código IK"',
    '1001,2026-03-06,"10,00",IK100',
  ],
])('columns are found by name: %s', async (_, header, record) => {
  const result = await upload('', header, '', record);

  expect(result.successful).toBe(1);
  expect(await orders()).toMatchObject([
    { ecommerceId: '1001', createdAt: '2026-03-06', total: '10.00', consultant: { internalId: 'IK100' } },
  ]);
});

test('good records load, and of each bad one it is said what is wrong with which value', async () => {
  await api.order({ ecommerceId: '1000' });

  const result = await upload(
    'Número de encomenda,Cupão,Data de Encomenda,Data de Pagamento,Código IK,Valor da Encomenda,Valor Pago',
    '1000,,2026-03-06,,,10.00,',
    '1001,,2026-03-06,,,10.00,',
    '1001,,2026-03-06,,,11.00,',
    '1002,,2026-02-30,,,10.00,',
    '1003,,2026-03-06,2026-03-05,,10.00,',
    '1004,,2026-03-06,,IK999,10.00,',
    '1005,,2026-03-06,,,-1,',
    '1006,,2026-03-06,,,10.001,1000000000.00',
    ',,,,, ,x',
    '1007,,2026-03-06,,10.00,',
    '1008,"a"b,2026-03-06,,,10.00,',
    `${'9'.repeat(101)},\t,2026-03-06,,,10.00,`,
    '1009,,2026-03-06,2026-03-06,ik200,10.00,5',
  );

  expect(result).toMatchObject({
    total: 13,
    successful: 2,
    failed: 9,
    malformed: 2,
    failedLines: [
      { lineNumber: 2, lines: 1, error: 'Número de encomenda: "1000" já existe' },
      { lineNumber: 4, lines: 1, error: 'Número de encomenda: "1001" está repetido no ficheiro (linha 3)' },
      { lineNumber: 5, lines: 1, error: 'Data de Encomenda: "2026-02-30" não é uma data de 1990 a 2100' },
      {
        lineNumber: 6,
        lines: 1,
        error: 'Data de Pagamento: "2026-03-05" não pode ser anterior a Data de Encomenda ("2026-03-06")',
      },
      { lineNumber: 7, lines: 1, error: 'Código IK: "IK999" não existe' },
      { lineNumber: 8, lines: 1, error: 'Valor da Encomenda: "-1" não pode ser negativo' },
      {
        lineNumber: 9,
        lines: 1,
        error:
          'Valor da Encomenda: "10.001" tem mais de duas casas decimais; Valor Pago: "1000000000.00" é demasiado alto',
      },
      {
        lineNumber: 10,
        lines: 1,
        error:
          'Número de encomenda é obrigatório; Data de Encomenda é obrigatória; Valor da Encomenda é obrigatório; Valor Pago: "x" não é um valor em euros',
      },
      { lineNumber: 11, lines: 1, error: 'Número de campos errado: 6 em vez de 7' },
      { lineNumber: 12, lines: 1, error: 'As aspas estão fora do sítio ou por fechar' },
      { lineNumber: 13, lines: 1, error: `Número de encomenda: "${'9'.repeat(60)}…" tem mais de 100 caracteres` },
    ],
    failedLinesOmitted: 0,
  });
  expect(await numbers()).toEqual(['1000', '1001', '1009']);
});

test('of several records with one number the first that is otherwise good takes it', async () => {
  const result = await upload(
    'ecommerceId,createdAt,internalId,total',
    '1001,2026-03-06,IK999,1.00',
    '1001,2026-03-06,,dois',
    '1001,2026-03-06,,3.00',
    '1001,2026-03-06,,4.00',
  );

  expect(result.failedLines.map(({ lineNumber, error }) => [lineNumber, error])).toEqual([
    [2, 'internalId: "IK999" não existe'],
    [3, 'total: "dois" não é um valor em euros'],
    [5, 'ecommerceId: "1001" está repetido no ficheiro (linha 4)'],
  ]);
  expect(await orders()).toMatchObject([{ ecommerceId: '1001', total: '3.00' }]);
});

test('the same file again changes nothing and says why line by line', async () => {
  const lines = ['ecommerceId,createdAt,total', '1001,2026-03-06,10.00', '1002,2026-03-06,20.00'];
  await upload(...lines);
  const before = await orders();

  const result = await upload(...lines);

  expect(result).toMatchObject({
    total: 2,
    successful: 0,
    failed: 2,
    malformed: 0,
    failedLines: [
      { lineNumber: 2, lines: 1, error: 'ecommerceId: "1001" já existe' },
      { lineNumber: 3, lines: 1, error: 'ecommerceId: "1002" já existe' },
    ],
    failedLinesOmitted: 0,
  });
  expect(await orders()).toEqual(before);
});

test('ten thousand failed lines are listed and the others counted, the first of the file first', async () => {
  const bad = Array.from({ length: 12_000 }, (_, index) => (index % 2 ? '1001,2026-03-06' : '1001,ontem,1'));

  const result = await upload('ecommerceId,createdAt,total', ...bad);

  expect(result).toMatchObject({
    total: 12_000,
    successful: 0,
    failed: 6000,
    malformed: 6000,
    failedLinesOmitted: 2000,
  });
  expect(result.failedLines).toHaveLength(10_000);
  expect(result.failedLines.map(({ lineNumber }) => lineNumber)).toEqual(
    Array.from({ length: 10_000 }, (_, index) => index + 2),
  );
});

test('a header alone is a file without orders', async () => {
  const result = await upload('ecommerceId,createdAt,total');

  expect(result).toMatchObject({
    total: 0,
    successful: 0,
    failed: 0,
    malformed: 0,
    failedLines: [],
    failedLinesOmitted: 0,
  });
});

test('one date that can only be day/month settles the others, before and after it', async () => {
  const result = await upload(
    'ecommerceId,createdAt,paidAt,total',
    '1001,03/04/2026,05/04/2026,1',
    '1002,31/03/2026,,1',
    '1003,02-01-2026 11:23,,1',
    '1004,04/31/2026,,1',
  );

  expect(result.failedLines).toMatchObject([
    { lineNumber: 5, lines: 1, error: 'createdAt: "04/31/2026" não é uma data de 1990 a 2100' },
  ]);
  expect((await orders()).map(({ createdAt, paidAt }) => [createdAt, paidAt])).toEqual([
    ['2026-04-03', '2026-04-05'],
    ['2026-03-31', null],
    ['2026-01-02', null],
  ]);
});

test('one date that can only be month/day does too', async () => {
  await upload('ecommerceId,createdAt,total', '1001,03/04/2026,1', '1002,12/25/2026,1');

  expect((await orders()).map(({ createdAt }) => createdAt)).toEqual(['2026-03-04', '2026-12-25']);
});

test('a file whose dates can all be read both ways is refused with the reason', async () => {
  const refused = await refusal('ecommerceId,createdAt,total', '1001,05/05/2026,1', '1002,03/04/2026,1');

  expect(refused).toEqual({
    status: 400,
    message:
      'As datas do ficheiro tanto podem ser dia/mês como mês/dia (por exemplo "03/04/2026" na linha 3) e nenhuma mostra qual. Use datas aaaa-mm-dd.',
  });
});

test('a date that can be read both ways fails alone where the other dates are plain', async () => {
  const result = await upload(
    'ecommerceId,createdAt,total',
    '1001,2026-03-04,1',
    '1002,03/04/2026,1',
    '1003,05/05/2026,1',
  );

  expect(result.failedLines).toMatchObject([
    { lineNumber: 3, lines: 1, error: 'createdAt: "03/04/2026" tanto pode ser dia/mês como mês/dia' },
  ]);
  expect((await orders()).map(({ createdAt }) => createdAt)).toEqual(['2026-03-04', '2026-05-05']);
});

test('a file that mixes day/month and month/day is refused where others depend on it', async () => {
  const refused = await refusal(
    'ecommerceId,createdAt,total',
    '1001,31/03/2026,1',
    '1002,03/04/2026,1',
    '1003,03/31/2026,1',
  );

  expect(refused).toEqual({
    status: 400,
    message:
      'O ficheiro mistura datas dia/mês ("31/03/2026" na linha 2) com datas mês/dia ("03/31/2026" na linha 4). Use uma só forma, de preferência aaaa-mm-dd.',
  });
});

test('a slip in a day/month file fails alone', async () => {
  const result = await upload(
    'ecommerceId,createdAt,total',
    '1001,31/03/2026,1',
    '1002,30/03/2026,1',
    '1003,03/31/2026,1',
  );

  expect(result.failedLines).toMatchObject([
    { lineNumber: 4, lines: 1, error: 'createdAt: "03/31/2026" não é uma data de 1990 a 2100' },
  ]);
});

test.each([
  ['as thousands where commas part decimals', '5,50', '1234.00', []],
  [
    'as decimals, too many, where points do',
    '5.50',
    undefined,
    ['Valor da Encomenda: "1.234" tem mais de duas casas decimais'],
  ],
  [
    'not at all where nothing shows it',
    '5',
    undefined,
    [
      'Valor da Encomenda: "1.234" é ambíguo: os outros valores do ficheiro não mostram se "." separa milhares ou decimais',
    ],
  ],
])('a lone 1.234 is read %s', async (_, other, total, errors) => {
  const result = await upload(
    'Número de encomenda;Data de Encomenda;Valor da Encomenda',
    '1001;2026-03-06;1.234',
    `1002;2026-03-06;${other}`,
  );

  expect(result.failedLines.map(({ error }) => error)).toEqual(errors);
  expect((await orders()).find(({ ecommerceId }) => ecommerceId === '1001')?.total).toBe(total);
});

test('dates and amounts that both wait for the rest of the file are settled together', async () => {
  const result = await upload(
    'Número de encomenda;Data de Encomenda;Valor da Encomenda;Valor Pago',
    '1001;03/04/2026;1.234;2.000',
    '1002;31/03/2026;1,50;',
  );

  expect(result.successful).toBe(2);
  expect(await orders()).toMatchObject([
    { createdAt: '2026-04-03', total: '1234.00', totalPayment: '2000.00' },
    { createdAt: '2026-03-31', total: '1.50' },
  ]);
});

test('columns without which there is no order are asked for by name', async () => {
  const refused = await refusal('Encomenda;Data;Valor', '1;2026-03-06;1');

  expect(refused).toEqual({
    status: 400,
    message:
      'Faltam as colunas "Número de encomenda" ou "ecommerceId", "Data de Encomenda" ou "createdAt", "Valor da Encomenda" ou "total". Colunas encontradas: "Encomenda", "Data", "Valor".',
  });
});

test('a column that counts and is there twice is refused, not chosen from', async () => {
  const refused = await refusal('ecommerceId,createdAt,total,Total', '1001,2026-03-06,1,2');

  expect(refused).toEqual({ status: 400, message: 'A coluna "total" aparece mais do que uma vez.' });
});

test.each(['', '\ufeff', '\n\n  \r\n'])('an empty file is refused: %j', async (content) => {
  expect(await refusal(content)).toEqual({ status: 400, message: 'O ficheiro está vazio.' });
});

test('a form without a file in its field is refused in the words of the screen', async () => {
  const form = new FormData();
  form.set('outro', new Blob(['ecommerceId,createdAt,total\n']), 'encomendas.csv');

  const { status, body } = await api.admin.request('POST', '/api/v1/orders/csv', { body: form });

  expect(status).toBe(400);
  expect(body.message).toBe('Não seleccionou nenhum ficheiro');
});

test('anything but a form is refused', async () => {
  const { status } = await api.admin.post('/api/v1/orders/csv', { file: 'x' });

  expect(status).toBe(415);
});
