import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { keptImport } from './orders-import.ts';

/** The most rows in one answer; `total` counts all. */
export const mostRows = 5;

function some<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ total: z.int(), rows: z.array(row) });
}

const person = { id: z.int(), internalId: z.string(), name: z.string() };

/** An order of nobody, with who it may belong to and why. */
const strayOrder = z.object({
  id: z.int(),
  ecommerceId: z.string(),
  createdAt: z.string(),
  total: money,
  couponCode: z.nullable(z.string()),
  version: z.int(),
  proposal: z.nullable(z.object({ ...person, reason: z.enum(['coupon', 'email']) })),
});

export type StrayOrder = z.infer<typeof strayOrder>;

const sumOfDay = z.object({ day: z.string(), orders: z.int(), totalOrdersValue: money });

/** What asks for an administrator's attention: one call a question, so that none waits for another. */
export const attention = {
  strayOrders: endpoint({
    method: 'GET',
    path: '/api/v1/attention/stray-orders',
    summary: 'Encomendas sem consultor, as mais recentes primeiro, com propostas',
    access: 'admin',
    response: some(strayOrder),
  }),
  refusedLines: endpoint({
    method: 'GET',
    path: '/api/v1/attention/refused-lines',
    summary: 'Ficheiros com linhas recusadas que ninguém corrigiu',
    access: 'admin',
    response: some(keptImport),
  }),
  withoutUpline: endpoint({
    method: 'GET',
    path: '/api/v1/attention/without-upline',
    summary: 'Consultores activos sem upline hoje',
    access: 'admin',
    response: some(z.object(person)),
  }),
  failedInvitations: endpoint({
    method: 'GET',
    path: '/api/v1/attention/failed-invitations',
    summary: 'Convites que falham',
    access: 'admin',
    response: some(z.object({ ...person, failure: z.string() })),
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/api/v1/attention/duplicates',
    summary: 'Consultores com o mesmo nome, ou com o mesmo domínio de email próprio',
    access: 'admin',
    response: some(
      z.object({ reason: z.enum(['name', 'domain']), value: z.string(), consultants: z.array(z.object(person)) }),
    ),
  }),
  debts: endpoint({
    method: 'GET',
    path: '/api/v1/attention/debts',
    summary: 'Quem tem mais por pagar nas suas próprias encomendas',
    access: 'admin',
    response: z.object({
      ...some(z.object({ ...person, totalPendingValue: money, orders: z.int(), oldestAt: z.string() })).shape,
      totalPendingValue: money,
    }),
  }),
  today: endpoint({
    method: 'GET',
    path: '/api/v1/attention/today',
    summary: 'O que foi carregado hoje, e as vendas do dia ao lado do mesmo dia da semana passada',
    access: 'admin',
    response: z.object({ loaded: some(keptImport), sales: sumOfDay, lastWeek: sumOfDay }),
  }),
};
