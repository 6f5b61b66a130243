import type { Answer } from '@rede/contract/endpoint';
import type { ImportResult, KeptImport, KeptImportInFull, LineField, ordersImport } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, expectSuccess, startApi } from './start-api.ts';

let api: Api;

/** A busy machine takes its time for so many loads. */
const aWhile = 240_000;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100', createdAt: '2026-01-01' });
  await api.consultant({ internalId: 'IK200', createdAt: '2026-01-01', parentId: 'IK100' });
  await api.consultant({ internalId: 'IK300', createdAt: '2026-01-01', parentId: 'IK200' });
  await sql`update rollup_settings set min_members = 1`.execute(api.database);
  await sql`select build_rollups('2026-06-15')`.execute(api.database);
});
afterAll(() => api.stop());

/** Row by row, which for so few is quicker than emptying every table that follows. */
async function clear(): Promise<void> {
  for (const table of ['orders', 'order_imports', 'order_import_updates', 'order_import_corrections']) {
    await sql`delete from ${sql.table(table)}`.execute(api.database);
  }
}

async function load(content: string, query = ''): Promise<ImportResult> {
  return expectSuccess(await api.admin.upload<ImportResult>(content, 'loja.csv', query));
}

function correct(id: number, lines: { lineNumber: number; values: Partial<Record<LineField, string>> }[]) {
  return api.admin.post<Answer<typeof ordersImport.correct>>(`/api/v1/orders/imports/${id}/lines`, { lines });
}

interface GivenOrder {
  number: string;
  createdAt: string;
  paidAt: string | null;
  cents: number;
  /** How much is paid, of a hundred. */
  paid: number;
  coupon: string | null;
  code: string | null;
}

const order: fc.Arbitrary<GivenOrder> = fc.record({
  number: fc.constantFrom('1001', 'A-7'),
  createdAt: fc.constantFrom('2026-03-04', '2026-03-25'),
  paidAt: fc.constantFrom(null, '2026-04-05', '2026-04-26'),
  cents: fc.constantFrom(0, 1, 1234, 100_000, 123_456_700),
  paid: fc.constantFrom(0, 50, 100),
  coupon: fc.constantFrom(null, 'ik200', 'VERÃO, IK100', 'PRIMAVERA'),
  code: fc.constantFrom(null, 'IK100', 'ik300'),
});

const euros = (cents: number) => (cents / 100).toFixed(2);
const portuguese = (cents: number) =>
  new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, useGrouping: true }).format(cents / 100);
const dayFirst = (day: string | null) => day?.split('-').toReversed().join('/') ?? '';
const paidOf = ({ cents, paid }: GivenOrder) => Math.floor((cents * paid) / 100);

/** A field's text in the file. */
type Texts = Partial<Record<LineField, string>>;

/** How a shop writes an order; a text that is given takes a field's place. */
interface Format {
  separator: string;
  header: string;
  /** A record that shows how the file writes days and amounts. */
  telling: string;
  fields: readonly LineField[];
  line(order: GivenOrder, texts: Texts): (string | null)[];
}

const formats: Record<string, Format> = {
  'our own': {
    separator: ';',
    header: 'Número de encomenda;Data de Encomenda;Data de Pagamento;Valor da Encomenda;Valor Pago;Código IK;Cupão',
    telling: '9;25/12/2025;;1.234,50;;;',
    fields: ['ecommerceId', 'createdAt', 'paidAt', 'total', 'totalPayment', 'internalId'],
    line: (order, texts) => [
      texts.ecommerceId ?? order.number,
      texts.createdAt ?? dayFirst(order.createdAt),
      texts.paidAt ?? dayFirst(order.paidAt),
      texts.total ?? portuguese(order.cents),
      texts.totalPayment ?? portuguese(paidOf(order)),
      texts.internalId ?? order.code,
      order.coupon,
    ],
  },
  Shopify: {
    separator: ';',
    header: 'Name;Created at;Paid at;Total;Outstanding Balance;Financial Status;Currency;Código IK;Discount Code',
    telling: '#9;2025-12-25 10:00:00 +0000;;1.50;0;paid;EUR;;',
    fields: ['ecommerceId', 'createdAt', 'paidAt', 'total', 'internalId'],
    line: (order, texts) => [
      texts.ecommerceId ?? `#${order.number}`,
      texts.createdAt ?? `${order.createdAt} 10:00:00 +0000`,
      texts.paidAt ?? order.paidAt,
      texts.total ?? euros(order.cents),
      order.paid === 100 ? '' : euros(order.cents - paidOf(order)),
      order.paid === 100 ? 'paid' : order.paid === 0 ? 'pending' : 'partially_paid',
      'EUR',
      texts.internalId ?? order.code,
      order.coupon,
    ],
  },
  WooCommerce: {
    separator: ',',
    header: 'order_id,order_date,paid_date,order_total,status,coupon_items,Código IK',
    telling: '9,12/25/2025,,1.50,completed,,',
    fields: ['ecommerceId', 'createdAt', 'paidAt', 'total', 'internalId'],
    line: (order, texts) => [
      texts.ecommerceId ?? order.number,
      texts.createdAt ?? order.createdAt,
      texts.paidAt ?? order.paidAt,
      texts.total ?? euros(order.cents),
      order.paid === 100 ? 'Concluída' : 'on-hold',
      order.coupon &&
        order.coupon
          .split(', ')
          .map((coupon) => `code:${coupon}|amount:1`)
          .join(';'),
      texts.internalId ?? order.code,
    ],
  },
  PrestaShop: {
    separator: ';',
    header: 'ID;Reference;Total;Status;Date;Código IK',
    telling: '9;9;1.234,50 €;Enviado;25/12/2025 10:00:00;',
    fields: ['ecommerceId', 'createdAt', 'total', 'internalId'],
    line: (order, texts) => [
      '77',
      texts.ecommerceId ?? order.number,
      texts.total ?? `${portuguese(order.cents)} €`,
      order.paid === 100 ? 'Pagamento aceite' : 'A aguardar pagamento por Multibanco',
      texts.createdAt ?? `${dayFirst(order.createdAt)} 10:00:00`,
      texts.internalId ?? order.code,
    ],
  },
};

const bad: Record<LineField, string[]> = {
  ecommerceId: ['', '9', 'x'.repeat(101)],
  createdAt: ['', 'ontem', '2026-02-31'],
  paidAt: ['nunca', '2026-01-01'],
  total: ['', 'dez', '-1', '1,234,5'],
  totalPayment: ['muito', '-3'],
  couponCode: [],
  internalId: ['NINGUÉM'],
};

async function onlyOrder(number: string): Promise<unknown> {
  const { rows } = await sql`
    select ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents, pending_cents, version
    from orders
    where ecommerce_id = ${number}
  `.execute(api.database);
  return rows;
}

test.each(Object.keys(formats))(
  'a line of %s that is refused and corrected is the order that the good line is',
  async (name) => {
    const format = formats[name];
    if (!format) throw new Error(name);
    const fileOf = (order: GivenOrder, texts: Texts) =>
      [
        format.header,
        format.telling,
        format
          .line(order, texts)
          .map((text) => (text?.includes(format.separator) ? `"${text}"` : text))
          .join(format.separator),
      ].join('\n');
    const fault = fc
      .constantFrom(...format.fields)
      .chain((field) => fc.record({ field: fc.constant(field), text: fc.constantFrom(...bad[field]) }));
    await fc.assert(
      fc.asyncProperty(order, fault, async (order, { field, text }) => {
        await clear();
        await load(fileOf(order, {}));
        const expected = await onlyOrder(order.number);
        await clear();
        const { id, failedLines } = await load(fileOf(order, { [field]: text }));
        const [refused] = failedLines;
        const good: Record<LineField, string | null> = {
          ecommerceId: order.number,
          createdAt: order.createdAt,
          paidAt: order.paidAt,
          total: euros(order.cents),
          totalPayment: euros(paidOf(order)),
          couponCode: order.coupon,
          internalId: order.code,
        };

        const { body } = await correct(id ?? 0, [
          { lineNumber: 3, values: { ...refused?.values, [field]: good[field] ?? '' } },
        ]);

        expect(refused).toMatchObject({ lineNumber: 3, field });
        expect(body.lines).toMatchObject([{ lineNumber: 3, error: null }]);
        expect(await onlyOrder(order.number)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  },
  aWhile,
);

type Step =
  | { does: 'load'; records: [number: number, isGood: boolean][]; updates: boolean }
  | { does: 'correct' | 'correct twice'; which: number; numbers: number[]; isGood: boolean }
  | { does: 'undo' | 'undo and correct'; which: number; numbers: number[] }
  | { does: 'touch'; which: number; deletes: boolean };

const number = fc.integer({ min: 1, max: 12 });
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('load' as const),
      records: fc.array(fc.tuple(number, fc.boolean()), { minLength: 1, maxLength: 6 }),
      updates: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('correct' as const, 'correct twice' as const),
      which,
      numbers: fc.array(number, { minLength: 1, maxLength: 6 }),
      isGood: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('undo' as const, 'undo and correct' as const),
      which,
      numbers: fc.array(number, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('touch' as const), which, deletes: fc.boolean() }) },
);

async function take(step: Step): Promise<number[]> {
  if (step.does === 'load') {
    const lines = step.records.map(
      ([number, isGood]) => `${number},${isGood ? '2026-03-06' : 'x'},2026-03-0${1 + (number % 9)},5.00,IK300`,
    );
    const content = ['ecommerceId,createdAt,paidAt,total,internalId', ...lines].join('\n');
    const query = `updateExisting=${step.updates}`;
    const tried = await load(content, `?dryRun=true&${query}`);
    const loaded = await load(content, `?${query}`);
    expect({ ...loaded, id: null }).toEqual(tried);
    return [];
  }
  if (step.does === 'touch') {
    const { rows } = await sql<{ id: number }>`select id from orders order by id offset ${step.which} limit 1`.execute(
      api.database,
    );
    const path = `/api/v1/orders/${rows[0]?.id}`;
    if (rows[0] && step.deletes) await api.admin.delete(path);
    if (rows[0] && !step.deletes) {
      await api.admin.put(path, { ecommerceId: `e${rows[0].id}`, createdAt: '2026-03-06', total: '9.00' });
    }
    return [];
  }
  const { body } = await api.admin.get<Page<KeptImport>>('/api/v1/orders/imports?pageSize=200');
  const kept = body.results[step.which];
  if (!kept) return [];
  const { failedLines } = expectSuccess(await api.admin.get<KeptImportInFull>(`/api/v1/orders/imports/${kept.id}`));
  const lines = failedLines.slice(0, step.numbers.length).map(({ lineNumber }, index) => ({
    lineNumber,
    values: {
      ecommerceId: String(step.numbers[index]),
      createdAt: 'isGood' in step && !step.isGood ? 'y' : '2026-03-07',
      paidAt: '2026-03-10',
      total: '7.00',
      internalId: 'IK200',
    },
  }));
  const undoing = () => api.admin.post(`/api/v1/orders/imports/${kept.id}/undo`, {});
  const correcting = async (some: typeof lines) => (some.length > 0 ? correct(kept.id, some) : { status: 200 });
  const answers = {
    correct: () => [correcting(lines)],
    'correct twice': () => [correcting(lines), correcting(lines.toReversed())],
    undo: () => [undoing()],
    'undo and correct': () => [undoing(), correcting(lines)],
  }[step.does]();
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** What must hold of each kept load, whatever was done. */
async function contradictions(): Promise<unknown[]> {
  const { rows } = await sql`
    select import.id, undone_at, orders, expected
    from order_imports import
    cross join lateral (select count(*) as orders from orders where import_id = import.id) there
    cross join lateral (
      select successful + (
        select count(*) from order_import_corrections correction
        where correction.import_id = import.id and not exists (
          select from order_import_updates updated where updated.import_id = import.id and updated.line = correction.line
        )
      ) as expected
    ) made
    where orders > expected or (undone_at is not null and orders > 0)
  `.execute(api.database);
  return rows;
}

test(
  'whatever is loaded, corrected, undone, edited and deleted, what is derived follows and every line is told once',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        await clear();
        for (const step of steps) {
          const statuses = await take(step);

          expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
          expect(await differencesIn(api)).toEqual([]);
          expect(await contradictions()).toEqual([]);
        }
        const { body } = await api.admin.get<Page<KeptImport>>('/api/v1/orders/imports?pageSize=200');
        for (const { id, failed, malformed, corrected } of body.results) {
          const { failedLines, correctedLines } = expectSuccess(
            await api.admin.get<KeptImportInFull>(`/api/v1/orders/imports/${id}`),
          );
          const told = [...failedLines, ...correctedLines].map(({ lineNumber }) => lineNumber);
          expect(new Set(told).size).toBe(failed + malformed);
          expect(told).toHaveLength(failed + malformed);
          expect(correctedLines).toHaveLength(corrected);
        }
      }),
      { numRuns: 15 },
    );
  },
  aWhile,
);
