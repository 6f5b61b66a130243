import * as z from 'zod/mini';
import { addDays, type Day, day, daysBetween, inOrder, monthsBefore } from './days.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { pageOf, paging, rowId, search, sortedBy } from './values.ts';

const summary = z.object({
  totalDirectConsultants: z.int(),
  totalTreeConsultants: z.int(),
  /** The caller's own orders in the default window. */
  totalOrders: money,
});

export type Summary = z.infer<typeof summary>;

const figures = { totalOrdersValue: money, totalPendingValue: money };

/** A member of the caller's network in a window; `parentId` is the code of its upline on its last day in the network. */
const member = z.object({
  id: z.int(),
  name: z.string(),
  internalId: z.string(),
  parentId: z.string(),
  ...figures,
});

export type Member = z.infer<typeof member>;

/** A page of members, with the sums over all members that match, not only over the page. */
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

/** A filter with a sort: with a page it is a table's query, without one an export's. */
export type NetworkSelection = z.output<typeof networkSelection>;
export type NetworkQuery = z.output<typeof networkQuery>;

/** The days of the figures, both included. */
export interface Window {
  startDate: Day;
  endDate: Day;
}

/** How many months back the default window starts. */
export const defaultMonths = 3;

/** The window of a query. By default it ends today and starts three months before its end. */
export function windowOf(query: { startDate?: Day | undefined; endDate?: Day | undefined }, today: Day): Window {
  const endDate = query.endDate ?? today;
  return { startDate: query.startDate ?? monthsBefore(endDate, defaultMonths), endDate };
}

const person = { internalId: z.string(), name: z.string() };

/** An order behind a figure. `paid` is what counts as paid, `pending` what is still due; both and `total` are never negative. */
const countedOrder = z.object({
  ecommerceId: z.string(),
  createdAt: z.string(),
  total: money,
  paid: money,
  pending: money,
  /** The uplines in force on the order's day, from the member's own up to the caller; empty for the caller's own orders. */
  uplines: z.array(z.object(person)),
});

export type CountedOrder = z.infer<typeof countedOrder>;

/** A page of the orders behind a figure. Their sums are that figure. */
const countedOrders = z.object({ orders: pageOf(countedOrder), totals: z.object(figures) });

export type CountedOrders = z.infer<typeof countedOrders>;

const window = { startDate: z.optional(day()), endDate: z.optional(day()) };

const orderColumns = ['createdAt', 'ecommerceId', 'total', 'pending'] as const;

const countedOrdersQuery = inOrder(
  z.strictObject({ ...window, sort: sortedBy(orderColumns, '-createdAt'), ...paging() }),
  'startDate',
  'endDate',
  reversedWindow,
);

export type CountedOrdersQuery = z.output<typeof countedOrdersQuery>;

const oneMember = z.object({ memberId: rowId });

/** The most uplines between the caller and a branch. */
const maxBranchDepth = 1000;

/** The path from the caller down to a branch, as members' ids: `12.45` is 45 on the days it was under 12. Absent: the caller. */
const branchPath = z.pipe(
  z.optional(
    z.string().check(z.regex(/^\d{1,15}(\.\d{1,15})*$/, 'Caminho inválido'), z.maxLength(16 * maxBranchDepth)),
  ),
  z.transform((path: string | undefined): number[] => path?.split('.').map(Number) ?? []),
);

const branchQuery = inOrder(
  z.strictObject({ ...window, path: branchPath, ...paging() }),
  'startDate',
  'endDate',
  reversedWindow,
);

export type BranchQuery = z.output<typeof branchQuery>;

/**
 * Somebody directly under a branch's parent, on the days of the window on which the path led from the caller down to it. `own` sums its own
 * orders of those days, `branch` those of its whole branch including its own. The caller's branches add up to the total network.
 */
const branch = z.object({
  id: z.int(),
  ...person,
  /** Whether it is a member itself on any of these days. Otherwise it only links others to the network, outside its own dates. */
  isMember: z.boolean(),
  /** How many members are below it on these days. */
  membersBelow: z.int(),
  hasBranches: z.boolean(),
  own: z.object(figures),
  branch: z.object(figures),
});

export type Branch = z.infer<typeof branch>;

const month = z.object({
  /** `yyyy-MM`; the first and the last month may be only partly in the window. */
  month: z.string(),
  orders: z.int(),
  ...figures,
});

export type Month = z.infer<typeof month>;

const series = z.object({
  startDate: z.string(),
  endDate: z.string(),
  months: z.array(month),
  totals: z.object(figures),
});

/** The caller's total network by month, months without orders included: in the window, and in as many days before it. */
const months = z.object({ window: series, before: series });

export type Months = z.infer<typeof months>;

/**
 * Members of the total network to look at: `new` members, who were none in the same number of days before the window; `quiet` ones, who
 * ordered in those days but not in the window; `owing` ones, who have orders of the window to pay.
 */
export const alertKinds = ['new', 'quiet', 'owing'] as const;

const alertedMember = z.object({
  id: z.int(),
  ...person,
  parentId: z.string(),
  /** Its first day in the network, counting the window and the days before it. */
  since: z.string(),
  /** The date of its latest order in the same days. */
  lastOrderAt: z.nullable(z.string()),
  ...figures,
  /** The sum of its orders in the days before the window. */
  valueBefore: money,
});

export type AlertedMember = z.infer<typeof alertedMember>;

const alertQuery = inOrder(
  z.strictObject({ ...window, kind: z.enum(alertKinds, { error: 'Motivo inválido' }), ...paging() }),
  'startDate',
  'endDate',
  reversedWindow,
);

export type AlertQuery = z.output<typeof alertQuery>;

/** The same number of days, just before a window. */
export function windowBefore({ startDate, endDate }: Window): Window {
  return { startDate: addDays(startDate, -(daysBetween(startDate, endDate) + 1)), endDate: addDays(startDate, -1) };
}

export const dashboard = {
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
  ownOrders: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/orders',
    summary: 'As minhas encomendas, uma a uma',
    access: 'own',
    query: countedOrdersQuery,
    response: countedOrders,
  }),
  directOrders: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/direct/:memberId/orders',
    summary: 'As encomendas por trás dos valores de um colaborador da rede directa',
    access: 'own',
    params: oneMember,
    query: countedOrdersQuery,
    response: countedOrders,
    errors: [404],
  }),
  totalOrders: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/total/:memberId/orders',
    summary: 'As encomendas por trás dos valores de um colaborador da rede total',
    access: 'own',
    params: oneMember,
    query: countedOrdersQuery,
    response: countedOrders,
    errors: [404],
  }),
  branches: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/branches',
    summary: 'Um ramo da minha rede: quem está directamente abaixo, com o total de cada um',
    access: 'own',
    query: branchQuery,
    response: pageOf(branch),
  }),
  months: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/months',
    summary: 'A minha rede total mês a mês, com o período anterior ao lado',
    access: 'own',
    query: inOrder(z.strictObject(window), 'startDate', 'endDate', reversedWindow),
    response: months,
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/alerts',
    summary: 'Quem entrou, quem deixou de encomendar e quem tem valores por pagar',
    access: 'own',
    query: alertQuery,
    response: pageOf(alertedMember),
  }),
};
