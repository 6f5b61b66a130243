import * as z from 'zod/mini';
import { day, inOrder } from './days.ts';
import { endpoint } from './endpoint.ts';
import { amount, money } from './money.ts';
import { ignoredId, pageOf, paging, rowId, search, sortedBy, text, version } from './values.ts';

/** An order. Its consultant's `parentId` is the code of the upline in force on the order's own day. */
const order = z.object({
  id: z.int(),
  ecommerceId: z.string(),
  couponCode: z.nullable(z.string()),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  total: money,
  totalPayment: z.nullable(money),
  consultant: z.nullable(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      internalId: z.string(),
      parentId: z.nullable(z.string()),
    }),
  ),
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
    consultant: z.optional(
      z.strictObject({
        id: ignoredId,
        internalId: z.optional(text('Código IK é obrigatório', 40)),
        name: z.optional(z.string()),
        email: z.optional(z.string()),
        parentId: z.optional(z.string()),
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

const orderFilter = {
  ecommerceId: search,
  consultantEmail: search,
  consultantInternalId: search,
  consultantParentId: search,
  createdAtStart: z.optional(day()),
  createdAtEnd: z.optional(day()),
  paidAtStart: z.optional(day()),
  paidAtEnd: z.optional(day()),
  couponCode: search,
  sort: sortedBy(orderColumns, '-createdAt'),
};

function datesInOrder<T extends z.ZodMiniType>(schema: T): T {
  const reversed = 'A data final não pode ser anterior à data inicial';
  return inOrder(inOrder(schema, 'createdAtStart', 'createdAtEnd', reversed), 'paidAtStart', 'paidAtEnd', reversed);
}

const orderSelection = datesInOrder(z.strictObject(orderFilter));
const orderQuery = datesInOrder(z.strictObject({ ...orderFilter, ...paging() }));

/** A filter with a sort: with a page it is a list's query, without one an export's. */
export type OrderSelection = z.output<typeof orderSelection>;
export type OrderQuery = z.output<typeof orderQuery>;

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
