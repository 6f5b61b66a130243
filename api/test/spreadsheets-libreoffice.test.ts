import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Consultant } from '@rede/contract/consultants';
import type { NetworkData } from '@rede/contract/dashboard';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Client, startApi } from './start-api.ts';

const isThere = spawnSync('soffice', ['--version']).status === 0;
if (!isThere)
  process.emitWarning('There is no LibreOffice on this machine (soffice): no spreadsheet is opened with it.');

/** A cell as LibreOffice has it: text, or what it shows of a number or a day. */
type Cell = { text: string } | { shown: string } | null;

const text = (value: string | null): Cell => (value === null ? null : { text: value });
const day = (value: string | null): Cell => (value === null ? null : { shown: value });
const money = (value: string | null): Cell =>
  value === null ? null : { shown: value.replace(/\B(?=(\d{3})+\.)/g, ',') };

/** A row of cells, from its texts, days and amounts in the order of the columns. */
const row = (...kinds: Cell[][]): Cell[] => kinds.flat();

const downloads = {
  consultants: '/api/v1/consultants/xls?sort=internalId',
  orders: '/api/v1/orders/xls?sort=ecommerceId',
  direct: '/api/v1/dashboard/direct/xls?sort=-totalOrdersValue',
  total: '/api/v1/dashboard/total/xls?sort=parentId',
};

let api: Api;
let ana: Client;
let opened: Record<keyof typeof downloads, Cell[][]>;

beforeAll(async () => {
  if (!isThere) return;
  api = await startApi({ today: '2026-06-15' });
  await aNetworkOfOddTexts();
  ana = await api.as({ email: 'ana@exemplo.pt' });
  opened = await openedWithLibreOffice();
}, 180_000);
afterAll(() => api?.stop());

/** Texts that a spreadsheet program would make something else of, in every text column, and amounts and days of all sizes. */
async function aNetworkOfOddTexts(): Promise<void> {
  const odd = [
    '=1+1',
    '+351 912',
    '@SUM(A1)',
    '-2',
    '007',
    '1e3',
    '2026-06-01',
    'a;b,c',
    'Rui "Zé" <&>',
    "'só",
    '🦉 Águia',
  ];
  await api.consultant({ internalId: 'IK1', name: 'Ana Ávila', email: 'ana@exemplo.pt', taxId: '501964843' });
  for (const [index, name] of odd.entries()) {
    const internalId = index === 0 ? '=0' : `${name} ${index}`;
    await api.consultant({
      name,
      internalId,
      email: `${index}@exemplo.pt`,
      taxId: `-${index}`,
      parentId: index % 3 === 0 ? 'IK1' : '=0',
      createdAt: `2024-02-${28 + (index % 2)}`,
      ...(index === 5 ? { startDate: '1999-12-31', endDate: '2100-12-31' } : {}),
      status: index % 2 === 0 ? 'ACTIVE' : 'SUSPENDED',
    });
    await api.order({
      ecommerceId: `000${index}`,
      by: internalId,
      createdAt: `2026-05-${10 + index}`,
      total: index === 7 ? '999999999.99' : `${index * 1234}.0${index % 10}`,
      ...(index === 2 ? { couponCode: '=VERÃO' } : {}),
      ...(index === 4 ? { paidAt: '2026-06-14' } : {}),
      ...(index === 6 ? { totalPayment: '0.10' } : {}),
    });
  }
  await api.order({ ecommerceId: '=1001', createdAt: '2026-02-28' });
}

/** Downloads every spreadsheet and has LibreOffice write what it finds there as CSV: text quoted, the rest as it is shown. */
async function openedWithLibreOffice(): Promise<typeof opened> {
  const folder = await mkdtemp(join(tmpdir(), 'rede-libreoffice-'));
  try {
    const names = Object.keys(downloads) as (keyof typeof downloads)[];
    for (const name of names) {
      const client = name === 'consultants' || name === 'orders' ? api.admin : ana;
      await writeFile(join(folder, `${name}.xlsx`), (await client.download(downloads[name])).body);
    }
    await mkdir(join(folder, 'profile'));
    await promisify(execFile)('soffice', [
      '--headless',
      // A profile of its own: LibreOffice hands its work to one that runs already.
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--convert-to',
      // Semicolons, quotes, UTF-8, from line 1, no column formats, no language, all text quoted, cells as shown.
      'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,true,true',
      '--outdir',
      folder,
      ...names.map((name) => join(folder, `${name}.xlsx`)),
    ]);
    const sheets = names.map(async (name) => [name, cellsOf(await readFile(join(folder, `${name}.csv`), 'utf8'))]);
    return Object.fromEntries(await Promise.all(sheets)) as typeof opened;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function cellsOf(csv: string): Cell[][] {
  const read: unknown = parse(csv, {
    delimiter: ';',
    cast: (value, { quoting }): Cell => {
      if (quoting) return { text: value };
      return value === '' ? null : { shown: value };
    },
  });
  return read as Cell[][];
}

test.skipIf(!isThere)('LibreOffice has the consultants’ sheet as the API has the consultants', async () => {
  const { body } = await api.admin.get<Page<Consultant>>('/api/v1/consultants?sort=internalId&pageSize=200');

  const [header, ...rows] = opened.consultants;

  const titles = 'Nome,Email,NIF,Código IK,Código Upline,Data de Registo,Data de Inicio,Data de Fim,Status';
  const labels = { ACTIVE: 'Activo', INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' };
  expect(header).toEqual(titles.split(',').map(text));
  expect(rows).toEqual(
    body.results.map(({ name, email, taxId, internalId, parentId, createdAt, startDate, endDate, status }) =>
      row([name, email, taxId, internalId, parentId].map(text), [createdAt, startDate, endDate].map(day), [
        text(labels[status]),
      ]),
    ),
  );
  expect(rows).toHaveLength(12);
});

test.skipIf(!isThere)('LibreOffice has the orders’ sheet as the API has the orders', async () => {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200');

  const [header, ...rows] = opened.orders;

  const titles =
    'Número de encomenda,Email,Código IK,Código Upline,Data de Encomenda,Data de Pagamento,Valor da Encomenda,Valor Pago,Cupão';
  expect(header).toEqual(titles.split(',').map(text));
  expect(rows).toEqual(
    body.results.map(({ ecommerceId, consultant, createdAt, paidAt, total, totalPayment, couponCode }) =>
      row(
        [ecommerceId, consultant?.email ?? null, consultant?.internalId ?? null, consultant?.parentId ?? null].map(
          text,
        ),
        [createdAt, paidAt].map(day),
        [total, totalPayment].map(money),
        [text(couponCode)],
      ),
    ),
  );
  expect(rows).toHaveLength(12);
});

test.skipIf(!isThere)('LibreOffice has direct_network_data.xlsx as the API has the direct network', async () => {
  const { body } = await ana.get<NetworkData>('/api/v1/dashboard/direct?sort=-totalOrdersValue&pageSize=200');

  const rows = opened.direct;

  expect(rows).toEqual([
    ['Nome', 'Código', 'Valor Encomendas', 'Valor por pagar'].map(text),
    ...body.members.results.map(({ name, internalId, totalOrdersValue, totalPendingValue }) =>
      row([name, internalId].map(text), [totalOrdersValue, totalPendingValue].map(money)),
    ),
    row([text('Total'), null], [body.totals.totalOrdersValue, body.totals.totalPendingValue].map(money)),
  ]);
  expect(rows).toHaveLength(4 + 2);
});

test.skipIf(!isThere)('LibreOffice has total_network_data.xlsx as the API has the total network', async () => {
  const { body } = await ana.get<NetworkData>('/api/v1/dashboard/total?sort=parentId&pageSize=200');

  const rows = opened.total;

  expect(rows).toEqual([
    ['Nome', 'Código', 'Código Upline', 'Valor Encomendas', 'Valor por pagar'].map(text),
    ...body.members.results.map(({ name, internalId, parentId, totalOrdersValue, totalPendingValue }) =>
      row([name, internalId, parentId].map(text), [totalOrdersValue, totalPendingValue].map(money)),
    ),
    row([text('Total'), null, null], [body.totals.totalOrdersValue, body.totals.totalPendingValue].map(money)),
  ]);
  expect(rows).toHaveLength(11 + 2);
});
