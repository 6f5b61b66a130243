import * as z from 'zod/mini';
import { day, inOrder } from './days.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { ignoredPerson } from './office-values.ts';
import { code, flag, ignoredId, pageOf, paging, rowId, version } from './values.ts';

/** A period of the upline history, both days included; open-ended where `endDate` is null. */
const historyEntry = z.object({
  id: z.int(),
  parentId: z.string(),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  consultant: z.object({ id: z.int(), internalId: z.string() }),
  version: z.int(),
  /** Whose code `parentId` is; null for the company. */
  upline: z.nullable(z.object({ id: z.int(), name: z.string() })),
});

export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyBody = inOrder(
  z.strictObject({
    id: ignoredId,
    parentId: code('Código Upline é obrigatório'),
    startDate: day('Data de Início é obrigatória'),
    endDate: z.optional(day()),
    consultant: z.optional(z.strictObject({ id: ignoredId, internalId: z.optional(z.string()) })),
    version,
    upline: ignoredPerson,
  }),
  'startDate',
  'endDate',
  'A Data Fim não pode ser anterior à Data Início',
);

export type HistoryBody = z.output<typeof historyBody>;

/** When other periods of the consultant overlap: with `takeDays` they give up the days in common, without it the change is refused. */
const historyQuery = z.strictObject({ takeDays: flag });

export type HistoryQuery = z.output<typeof historyQuery>;

/**
 * What a change of the history would move: the orders that leave or enter each network, and their sums. A consultant's total and direct
 * network are listed separately. Leaves out networks without a change, and the company, which has none.
 */
export const impactPreview = z.object({
  networks: z.array(
    z.object({
      internalId: z.string(),
      name: z.string(),
      network: z.enum(['direct', 'total']),
      change: z.enum(['leaves', 'enters']),
      orders: z.int(),
      totalOrdersValue: money,
      totalPendingValue: money,
    }),
  ),
});

export type ImpactPreview = z.infer<typeof impactPreview>;

const one = z.object({ id: rowId });
const oneEntry = z.object({ id: rowId, historyId: rowId });

export const history = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/:id/history',
    summary: 'Histórico de uplines de um consultor, do mais antigo para o mais recente',
    access: 'admin',
    params: one,
    query: z.strictObject(paging(2147483647)),
    response: pageOf(historyEntry),
    errors: [404],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/consultants/:id/history',
    summary: 'Acrescentar um período; com takeDays, os outros cedem os dias em comum',
    access: 'admin',
    params: one,
    query: historyQuery,
    body: historyBody,
    response: historyEntry,
    status: 201,
    errors: [404, 409],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/consultants/:id/history/:historyId',
    summary: 'Corrigir um período; com takeDays, os outros cedem os dias em comum',
    access: 'admin',
    params: oneEntry,
    query: historyQuery,
    body: historyBody,
    response: historyEntry,
    errors: [404, 409],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/v1/consultants/:id/history/:historyId',
    summary: 'Apagar um período',
    access: 'admin',
    params: oneEntry,
    errors: [404],
  }),
  previewCreate: endpoint({
    method: 'POST',
    path: '/api/v1/consultants/:id/history/preview',
    summary: 'O que acrescentar um período moveria de rede, sem alterar nada',
    access: 'admin',
    params: one,
    query: historyQuery,
    body: historyBody,
    response: impactPreview,
    errors: [404, 409],
  }),
  previewUpdate: endpoint({
    method: 'PUT',
    path: '/api/v1/consultants/:id/history/:historyId/preview',
    summary: 'O que corrigir um período moveria de rede, sem alterar nada',
    access: 'admin',
    params: oneEntry,
    query: historyQuery,
    body: historyBody,
    response: impactPreview,
    errors: [404, 409],
  }),
  previewDelete: endpoint({
    method: 'DELETE',
    path: '/api/v1/consultants/:id/history/:historyId/preview',
    summary: 'O que apagar um período moveria de rede, sem alterar nada',
    access: 'admin',
    params: oneEntry,
    response: impactPreview,
    errors: [404],
  }),
};
