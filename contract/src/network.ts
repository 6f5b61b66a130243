import * as z from 'zod/mini';
import { type Day, day, inOrder, monthsBefore } from './days.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { pageOf, paging, search, sortedBy } from './values.ts';

const summary = z.object({
  totalDirectConsultants: z.int(),
  totalTreeConsultants: z.int(),
  /** The caller's own orders in the default window. */
  totalOrders: money,
});

export type Summary = z.infer<typeof summary>;

const figures = { totalOrdersValue: money, totalPendingValue: money };

/** A member of the caller's network in a window; `parentId` is the code of its upline on its last day there. */
const member = z.object({
  id: z.int(),
  name: z.string(),
  internalId: z.string(),
  parentId: z.string(),
  ...figures,
});

export type Member = z.infer<typeof member>;

/** A page of members, and the sums over all members that match, not over the page. */
const networkData = z.object({ members: pageOf(member), totals: z.object(figures) });

export type NetworkData = z.infer<typeof networkData>;

const memberColumns = ['name', 'internalId', 'parentId', 'totalOrdersValue', 'totalPendingValue'] as const;

const networkFilter = {
  startDate: z.optional(day()),
  endDate: z.optional(day()),
  name: search,
  code: search,
  parentId: search,
  sort: sortedBy(memberColumns, 'name'),
};

export const reversedWindow = 'A data final não pode ser anterior à data inicial';

const networkSelection = inOrder(z.strictObject(networkFilter), 'startDate', 'endDate', reversedWindow);
const networkQuery = inOrder(z.strictObject({ ...networkFilter, ...paging() }), 'startDate', 'endDate', reversedWindow);

/** Which members, in which order; with a page it is a table's query, without one an export's. */
export type NetworkSelection = z.output<typeof networkSelection>;
export type NetworkQuery = z.output<typeof networkQuery>;

/** The days figures are computed for, both included. */
export interface Window {
  startDate: Day;
  endDate: Day;
}

/** How many months the window reaches back where nothing else is asked for. */
export const defaultMonths = 3;

/** The window a query asks for: by default up to today, from three months before its end. */
export function windowOf(query: { startDate?: Day | undefined; endDate?: Day | undefined }, today: Day): Window {
  const endDate = query.endDate ?? today;
  return { startDate: query.startDate ?? monthsBefore(endDate, defaultMonths), endDate };
}

export const network = {
  summary: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/summary',
    summary: 'Os três cartões do dashboard',
    access: 'own',
    response: summary,
  }),
  direct: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/direct',
    summary: 'A minha rede directa',
    access: 'own',
    query: networkQuery,
    response: networkData,
  }),
  total: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/total',
    summary: 'A minha rede total',
    access: 'own',
    query: networkQuery,
    response: networkData,
  }),
  directSpreadsheet: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/direct/xls',
    summary: 'A minha rede directa, em folha de cálculo',
    access: 'own',
    query: networkSelection,
    download: 'direct_network_data.xlsx',
  }),
  totalSpreadsheet: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/total/xls',
    summary: 'A minha rede total, em folha de cálculo',
    access: 'own',
    query: networkSelection,
    download: 'total_network_data.xlsx',
  }),
};
