import * as z from 'zod/mini';
import { type Day, day, inOrder } from './days.ts';
import { endpoint } from './endpoint.ts';
import { amount, money } from './money.ts';
import { ignoredPerson, rowIds } from './office-values.ts';
import { code, flag, ignoredId, pageOf, paging, rowId, search, sortedBy, text, version } from './values.ts';

/** An order. Its consultant's `parentId` is the code of the upline in force on the order's own day. */
const order = z.object({
  id: z.int(),
  ecommerceId: z.string(),
  couponCode: z.nullable(z.string()),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  total: money,
  totalPayment: z.nullable(money),
  /** What is still to be paid; never below zero. */
  pending: money,
  consultant: z.nullable(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      internalId: z.string(),
      parentId: z.nullable(z.string()),
      /** Whose code `parentId` is; null for the company and where there is no upline. */
      upline: z.nullable(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  /** The file that brought it; null for one that was entered. */
  importId: z.nullable(z.int()),
  version: z.int(),
});

export type Order = z.infer<typeof order>;

/** Accepts an order in the form of an answer, too: of its consultant only `internalId` is read. */
export const orderBody = inOrder(
  z.strictObject({
    id: ignoredId,
    ecommerceId: text('Número de encomenda é obrigatório', 100),
    couponCode: z.optional(text('Cupão inválido', 100)),
    createdAt: day('Data de Encomenda é obrigatória'),
    paidAt: z.optional(day()),
    total: amount('Valor da Encomenda é obrigatório'),
    totalPayment: z.optional(amount()),
    pending: z.optional(z.string()),
    importId: ignoredId,
    consultant: z.optional(
      z.strictObject({
        id: ignoredId,
        internalId: z.optional(text('Código IK é obrigatório', 40)),
        name: z.optional(z.string()),
        email: z.optional(z.string()),
        parentId: z.optional(z.string()),
        upline: ignoredPerson,
      }),
    ),
    version,
  }),
  'createdAt',
  'paidAt',
  'A Data de Pagamento não pode ser anterior à Data de Encomenda',
);

export type OrderBody = z.output<typeof orderBody>;

/** The sortable columns of the list. */
export const orderColumns = [
  'ecommerceId',
  'consultantEmail',
  'consultantInternalId',
  'consultantParentId',
  'createdAt',
  'paidAt',
  'total',
  'couponCode',
] as const;

/** How far an order is paid. `pending`: something is still due; `part`: something was paid and something is due; `paid`: nothing is due. */
export const payments = ['pending', 'part', 'paid'] as const;

export type Payment = (typeof payments)[number];

/** A filter of orders; all that is given must hold. */
const orderFilter = {
  ids: z.optional(rowIds),
  ecommerceId: search,
  consultantEmail: search,
  consultantInternalId: search,
  consultantParentId: search,
  createdAtStart: z.optional(day()),
  createdAtEnd: z.optional(day()),
  paidAtStart: z.optional(day()),
  paidAtEnd: z.optional(day()),
  couponCode: search,
  payment: z.optional(z.enum(payments, { error: 'Pagamento inválido' })),
  withoutConsultant: flag,
  /** A consultant's whole code: its own orders. */
  consultantCode: z.optional(code('Código IK é obrigatório')),
  /** A consultant's whole code: the orders that count for its total network, each on its own day. */
  networkOf: z.optional(code('Código IK é obrigatório')),
  totalMin: z.optional(amount()),
  totalMax: z.optional(amount()),
  importId: z.optional(rowId),
};

const sort = { sort: sortedBy(orderColumns, '-createdAt') };

function datesInOrder<T extends z.ZodMiniType>(schema: T): T {
  const reversed = 'A data final não pode ser anterior à data inicial';
  return inOrder(inOrder(schema, 'createdAtStart', 'createdAtEnd', reversed), 'paidAtStart', 'paidAtEnd', reversed);
}

const orderSelection = datesInOrder(z.strictObject({ ...orderFilter, ...sort }));
const orderQuery = datesInOrder(z.strictObject({ ...orderFilter, ...sort, ...paging() }));
const onlyFilter = datesInOrder(z.strictObject(orderFilter));

/** A filter alone. */
export type OrderFilter = z.output<typeof onlyFilter>;

/** A filter with a sort: with a page it is a list's query, without one an export's. */
export type OrderSelection = z.output<typeof orderSelection>;
export type OrderQuery = z.output<typeof orderQuery>;

/** The sums of the orders that match. With `networkOf` they are the footer of that consultant's total network for the same days. */
const orderTotals = z.object({
  orders: z.int(),
  totalOrdersValue: money,
  totalPaidValue: money,
  totalPendingValue: money,
});

export type OrderTotals = z.infer<typeof orderTotals>;

/** The most orders that one change of many may touch. */
export const mostChanged = 100_000;

/** `pay`: in full, on this day. */
export type OrderChange = { does: 'pay'; paidAt: Day } | { does: 'assign'; internalId: string } | { does: 'delete' };

// One object and no union, which would bring a consultant's first page more of zod.
const orderChange = z.pipe(
  z
    .strictObject({
      does: z.enum(['pay', 'assign', 'delete'], { error: 'Acção inválida' }),
      paidAt: z.optional(day()),
      internalId: z.optional(code('Código IK é obrigatório')),
    })
    .check(
      z.refine(({ does, paidAt }) => (does === 'pay') === (paidAt !== undefined), {
        path: ['paidAt'],
        error: 'Data de Pagamento é obrigatória, e só para marcar como paga',
      }),
      z.refine(({ does, internalId }) => (does === 'assign') === (internalId !== undefined), {
        path: ['internalId'],
        error: 'Código IK é obrigatório, e só para atribuir',
      }),
    ),
  z.transform((change) => change as OrderChange),
);

/** A change of all orders that match a filter. */
const ordersChange = { filter: onlyFilter, change: orderChange };

/** What it would do: `changing` of all that match; the others stay as they are, each for one of the reasons. */
const changePreview = z.object({
  ...orderTotals.shape,
  changing: z.int(),
  skipped: z.array(z.object({ reason: z.string(), orders: z.int() })),
});

export type OrdersChangePreview = z.infer<typeof changePreview>;

const progressKey = z.uuid({ error: 'Chave inválida' });

const one = z.object({ id: rowId });

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/orders',
    summary: 'Lista de encomendas',
    access: 'admin',
    query: orderQuery,
    response: pageOf(order),
  }),
  spreadsheet: endpoint({
    method: 'GET',
    path: '/api/v1/orders/xls',
    summary: 'Todas as encomendas do filtro, em folha de cálculo',
    access: 'admin',
    query: orderSelection,
    download: 'encomendas.xlsx',
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/v1/orders/totals',
    summary: 'As somas das encomendas do filtro',
    access: 'admin',
    query: onlyFilter,
    response: orderTotals,
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/api/v1/orders/change/preview',
    summary: 'O que alterar todas as encomendas do filtro faria, sem alterar nada',
    access: 'admin',
    body: z.strictObject(ordersChange),
    response: changePreview,
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/v1/orders/change',
    summary: 'Alterar todas as encomendas do filtro, numa só transacção',
    access: 'admin',
    // `expected`: how many orders matched when it was previewed; 409 where other ones do by now.
    body: z.strictObject({ ...ordersChange, expected: z.int(), progressKey: z.optional(progressKey) }),
    // `changeId` names it in the activity log; it can be undone as a whole there.
    response: z.object({ changeId: z.int(), changed: z.int() }),
    errors: [409],
  }),
  changeProgress: endpoint({
    method: 'GET',
    path: '/api/v1/orders/change/progress/:progressKey',
    summary: 'Quantas encomendas já foram alteradas',
    access: 'admin',
    params: z.object({ progressKey }),
    // Null before it has started, after it is over, and when another process runs it.
    response: z.nullable(z.object({ changed: z.int(), of: z.int() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/orders/:id',
    summary: 'Uma encomenda',
    access: 'admin',
    params: one,
    response: order,
    errors: [404],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/orders',
    summary: 'Criar uma encomenda',
    access: 'admin',
    body: orderBody,
    response: order,
    status: 201,
    errors: [409],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/orders/:id',
    summary: 'Alterar uma encomenda',
    access: 'admin',
    params: one,
    body: orderBody,
    response: order,
    errors: [404, 409],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/v1/orders/:id',
    summary: 'Apagar uma encomenda',
    access: 'admin',
    params: one,
    errors: [404],
  }),
};
