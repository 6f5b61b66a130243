import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { openOrdersFile } from '@rede/api/orders-file/file';
import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

const largestUpload = 8 * 1024 ** 2;

let api: Api;

beforeAll(async () => {
  api = await startApi({ largestUpload });
});
afterEach(() => api.database.deleteFrom('orders').execute());
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,total';

async function orders(): Promise<Pick<Order, 'ecommerceId' | 'total'>[]> {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200');
  return body.results.map(({ ecommerceId, total }) => ({ ecommerceId, total }));
}

const zip = Buffer.concat([
  Buffer.from('PK\u0003\u0004\u0014\0\0\0\0\0'),
  Buffer.from(`encomendas.csv${header}\n1001,2026-03-06,1\n`),
]);
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');

test.each([
  ['a zip or a spreadsheet', zip],
  ['gzip', gzipSync(`${header}\n1001,2026-03-06,1\n`)],
  ['an old spreadsheet', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])],
  ['a picture', png],
  ['a PDF', Buffer.from(`%PDF-1.7\n${header}\n`)],
  ['nothing but NUL', Buffer.alloc(5000)],
  ['UTF-16 without its mark', Buffer.from(`${header}\n1001,2026-03-06,1\n`, 'utf16le')],
  ['a large file that is no text, to its end', Buffer.concat([zip, Buffer.alloc(6 * 1024 ** 2, 7)])],
])('a file that is no text is refused whatever it is called: %s', async (_, content) => {
  const { status, body } = await api.admin.upload(new Uint8Array(content));

  expect(status).toBe(415);
  expect(body.message).toBe(
    'O ficheiro não é de texto. Se é uma folha de cálculo, guarde-a como CSV; se está comprimido, descomprima-o.',
  );
});

test('a file beyond the limit is refused whole', async () => {
  const line = '1001,2026-03-06,1\n';

  const { status, body } = await api.admin.upload(`${header}\n${line.repeat(largestUpload / line.length)}`);

  expect(status).toBe(413);
  expect(body.message).toBe('O ficheiro é maior do que 1 GiB.');
  expect(await orders()).toEqual([]);
});

const accented = '\ufeffNúmero de encomenda;Data de Encomenda;Valor da Encomenda\nÉ1;2026-03-06;10,00 €\n';

test.each([
  ['UTF-8 with a mark', Buffer.from(accented)],
  ['UTF-16', Buffer.from(accented, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(accented, 'utf16le').swap16()],
  [
    'Windows-1252',
    Buffer.from('N\xfamero de encomenda;Data de Encomenda;Valor da Encomenda\n\xc91;2026-03-06;10,00 \x80\n', 'latin1'),
  ],
])('a file in %s is read like any other', async (_, content) => {
  const { body } = await api.admin.upload<ImportResult>(new Uint8Array(content));

  expect(body).toMatchObject({ successful: 1, failed: 0, malformed: 0 });
  expect(await orders()).toEqual([{ ecommerceId: 'É1', total: '10.00' }]);
});

test('records with NUL, broken bytes, endless lines or open quotes are malformed, and all others load', async () => {
  const content = Buffer.concat([
    Buffer.from(`${header}\r\né1,2026-03-06,1\r`),
    Buffer.from('1002\0,2026-03-06,2\n'),
    Buffer.from([0x31, 0xc3, 0x28]),
    Buffer.from(',2026-03-06,3\n\n'),
    Buffer.from(`1004,${'9'.repeat(3 * 1024 ** 2)}\n`),
    Buffer.from('1005,2026-03-06,5\n"1006,2026-03-06,6\n"1007",2026-03-06,7\n'),
    Buffer.from('1008,"2026-03-06,8'),
  ]);

  const { body } = await api.admin.upload<ImportResult>(new Uint8Array(content));

  expect(body).toMatchObject({
    total: 8,
    successful: 3,
    failed: 0,
    malformed: 5,
    failedLines: [
      { lineNumber: 3, lines: 1, error: 'Contém bytes que não são texto' },
      { lineNumber: 4, lines: 1, error: 'Contém bytes que não são texto' },
      { lineNumber: 6, lines: 1, error: 'Linha demasiado longa' },
      { lineNumber: 8, lines: 1, error: 'As aspas estão fora do sítio ou por fechar' },
      { lineNumber: 10, lines: 1, error: 'As aspas estão fora do sítio ou por fechar' },
    ],
    failedLinesOmitted: 0,
  });
  expect((await orders()).map(({ ecommerceId }) => ecommerceId)).toEqual(['1005', '1007', 'é1']);
});

test('two broken quotes that make one field of the records between them cost two records, and no amount is another', async () => {
  const content = [
    'ecommerceId,couponCode,createdAt,total',
    '1001,"VERAO,2026-03-06,1.00',
    '1002,,2026-03-06,2.00',
    '1003,"A,2026-03-06,3.00',
    '1004,B",2026-03-06,4.00',
    '1005,,2026-03-06,5.00',
  ];

  const { body } = await api.admin.upload<ImportResult>(content.join('\n'));

  const error = 'As aspas estão fora do sítio ou por fechar';
  expect(body.failedLines).toMatchObject([2, 4, 5].map((lineNumber) => ({ lineNumber, lines: 1, error })));
  expect(await orders()).toEqual([
    { ecommerceId: '1002', total: '2.00' },
    { ecommerceId: '1005', total: '5.00' },
  ]);
});

test('an amount that could be another is refused, and none is rounded or cut', async () => {
  const amounts = ['1.234,56', '1,234.56', '1.234', '1,234', '٣', '1e3', 'NaN', '0x10', '12.345,6', '+5', '1_000', '½'];

  const { body } = await api.admin.upload<ImportResult>(
    ['ecommerceId;createdAt;total', ...amounts.map((amount, index) => `A${index + 10};2026-03-06;${amount}`)].join(
      '\n',
    ),
  );

  expect(await orders()).toEqual([
    { ecommerceId: 'A10', total: '1234.56' },
    { ecommerceId: 'A11', total: '1234.56' },
    { ecommerceId: 'A18', total: '12345.60' },
  ]);
  expect(body.failedLines.map(({ lineNumber }) => lineNumber)).toEqual([4, 5, 6, 7, 8, 9, 11, 12, 13]);
});

test('no day is made up', async () => {
  const dates = ['31/02/2026', '06/03/26', '2026-13-01', '0000-00-00', '46088', 'Mar 6, 2026', '2026-03-06'];

  const { body } = await api.admin.upload<ImportResult>(
    ['ecommerceId;createdAt;total', ...dates.map((date, index) => `D${index};${date};1`)].join('\n'),
  );

  expect(body).toMatchObject({ successful: 1, failed: 6 });
  expect(await orders()).toEqual([{ ecommerceId: 'D6', total: '1.00' }]);
});

test('spaces of every kind around a value are no part of it, and what does not show is refused', async () => {
  const { body } = await api.admin.upload<ImportResult>(
    [
      '\ufeff\u00a0ecommerceId ,createdAt\u00a0,\u2003total',
      '\u00a01001\u00a0,\u20032026-03-06 ,\u00a01.00\u00a0€',
      '1002\u200b,2026-03-06,2.00',
      '1003,2026-03-06\u200b,3.00',
      '1004,2026-03-06,4.\u200b00',
      '\u202e5001,2026-03-06,5.00',
    ].join('\n'),
  );

  expect(await orders()).toEqual([{ ecommerceId: '1001', total: '1.00' }]);
  expect(body.failedLines.map(({ lineNumber }) => lineNumber)).toEqual([3, 4, 5, 6]);
});

test('lines may end in every way in one file, a lone CR too', async () => {
  const { body } = await api.admin.upload<ImportResult>(
    `${header}\r1001,2026-03-06,1\r\n1002,2026-03-06,2\n\r1003,2026-03-06,3\r\r1004,x,4`,
  );

  expect(body).toMatchObject({ total: 4, successful: 3, failedLines: [{ lineNumber: 7 }] });
});

test('ten thousand columns are read, the three that count among them', async () => {
  const others = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',');

  const { status, body } = await api.admin.upload<ImportResult>(
    `${header},${others}\n1001,2026-03-06,1,${','.repeat(9999)}\n1002,2026-03-06,2,${','.repeat(9998)}\n`,
  );

  expect(status).toBe(200);
  expect(body).toMatchObject({
    successful: 1,
    failedLines: [{ lineNumber: 3, lines: 1, error: 'Número de campos errado: 10002 em vez de 10003' }],
  });
});

test('a title that is there twice is refused where it counts, and passed over where it does not', async () => {
  const twice = await api.admin.upload(`${header},Total\n1001,2026-03-06,1,2\n`);
  const passedOver = await api.admin.upload<ImportResult>(`${header},notas,notas\n1001,2026-03-06,1,a,b\n`);

  expect(twice.status).toBe(400);
  expect(twice.body.message).toBe('A coluna "total" aparece mais do que uma vez.');
  expect(passedOver.body.successful).toBe(1);
});

test('a line of a gigabyte is one malformed line, and memory does not grow with it', async () => {
  const megabyte = Buffer.alloc(1024 ** 2, 'x');
  async function* bytes() {
    yield Buffer.from(`${header}\n1001,2026-03-06,1\n1002,2026-03-06,`);
    for (let sent = 0; sent < 1024; sent += 1) yield megabyte;
    yield Buffer.from('\n1003,2026-03-06,3\n');
  }
  const file = await openOrdersFile(bytes());
  const before = process.memoryUsage.rss();

  const items = [];
  let most = 0;
  for await (const read of file.records) {
    items.push(...read);
    most = Math.max(most, process.memoryUsage.rss() - before);
  }

  expect(items).toEqual([
    { line: 2, lines: 1, fields: ['1001', '2026-03-06', '1'] },
    { line: 3, lines: 1, error: 'Linha demasiado longa' },
    { line: 4, lines: 1, fields: ['1003', '2026-03-06', '3'] },
  ]);
  expect(most).toBeLessThan(256 * 1024 ** 2);
});

test('formulas, backslashes and other things that mean something elsewhere are text here, and no amounts', async () => {
  const { body } = await api.admin.upload<ImportResult>(
    [
      'ecommerceId,couponCode,createdAt,total',
      String.raw`=1+1,\N,2026-03-06,1`,
      String.raw`\.,a\tb\\,2026-03-06,2`,
      `'; drop table orders; --,__proto__,2026-03-06,3`,
      '1004,,2026-03-06,=4',
      '1005,,2026-03-06,"=""5"""',
      '1006,,=HOJE(),6',
      '😀,,2026-03-06,7',
    ].join('\n'),
  );

  expect(body.failedLines).toMatchObject([
    { lineNumber: 5, lines: 1, error: 'total: "=4" não é um valor em euros' },
    { lineNumber: 6, lines: 1, error: 'total: "="5"" não é um valor em euros' },
    { lineNumber: 7, lines: 1, error: 'createdAt: "=HOJE()" não é uma data de 1990 a 2100' },
  ]);
  const { body: loaded } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=total');
  expect(loaded.results.map(({ ecommerceId, couponCode }) => [ecommerceId, couponCode])).toEqual([
    ['=1+1', String.raw`\N`],
    [String.raw`\.`, String.raw`a\tb\\`],
    [`'; drop table orders; --`, '__proto__'],
    ['😀', null],
  ]);
});

test('a header that goes on without end is refused', async () => {
  const { status, body } = await api.admin.upload(`"${header}${',x'.repeat(1024 ** 2)}`);

  expect(status).toBe(400);
  expect(body.message).toBe(
    'A primeira linha do ficheiro não é um cabeçalho: tem aspas por fechar ou é demasiado longa.',
  );
});

test('a title that goes on and on is cut where it is shown', async () => {
  const title = `To${' '.repeat(100_000)}tal`;

  const { status, body } = await api.admin.upload<ImportResult>(
    `ecommerceId,createdAt,${title}\n${'1001,2026-03-06,x\n'.repeat(10_000)}`,
  );

  expect(status).toBe(200);
  expect(body.failedLines[0]?.error).toBe(`To${' '.repeat(58)}…: "x" não é um valor em euros`);
  expect(body.failedLines).toHaveLength(10_000);
});
