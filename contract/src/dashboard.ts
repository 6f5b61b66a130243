import * as z from 'zod/mini';
import { addDays, type Day, day, daysBetween, inOrder, monthsBefore } from './days.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { code, pageOf, paging, rowId, search, sortedBy } from './values.ts';

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

/** A run of days, both included. */
const days = { startDate: z.string(), endDate: z.string() };

/** The members of a network in the default window (`members`) and in as many days before it (`before`): members = before + joined − left. */
const headcount = z.object({ members: z.int(), before: z.int(), joined: z.int(), left: z.int() });

export type Headcount = z.infer<typeof headcount>;

/** A member's orders in one run of days, beside those in another. */
const changedMember = z.object({ id: z.int(), ...person, totalOrdersValue: money, valueBefore: money });

export type ChangedMember = z.infer<typeof changedMember>;

/** How things stand today: the cards beside the window before, and this month beside the last. */
const overview = z.object({
  window: z.object(days),
  before: z.object(days),
  direct: headcount,
  total: headcount,
  /** The caller's own orders in both windows. */
  ownOrders: z.object({ totalOrdersValue: money, valueBefore: money }),
  /** The total network from the first of this month to today, beside the same days of the month before (`before`). */
  month: z.object({
    window: z.object(days),
    before: z.object(days),
    totalOrdersValue: money,
    valueBefore: money,
    /** The members whose orders explain most of the difference, at most three; the largest difference first. */
    changes: z.array(changedMember),
  }),
});

export type Overview = z.infer<typeof overview>;

/** An order behind a figure. `paid` is what counts as paid, `pending` what is still due; both and `total` are never negative. */
const countedOrder = z.object({
  ecommerceId: z.string(),
  createdAt: z.string(),
  total: money,
  paid: money,
  pending: money,
  /** The uplines in force on the order's day, from the member's own up to the head; empty for the head's own orders. */
  uplines: z.array(z.object(person)),
});

export type CountedOrder = z.infer<typeof countedOrder>;

/** A page of the orders behind a figure. Their sums are that figure: the orders of `member` in the network of `head`. */
const countedOrders = z.object({
  member: z.object(person),
  head: z.object(person),
  orders: pageOf(countedOrder),
  totals: z.object(figures),
});

export type CountedOrders = z.infer<typeof countedOrders>;

const window = { startDate: z.optional(day()), endDate: z.optional(day()) };

const orderColumns = ['createdAt', 'ecommerceId', 'total', 'pending'] as const;

/** The code of the network's head: the caller (default) or a member of its network, for a figure that somebody else saw and shared. */
const networkOf = z.optional(code('Código obrigatório'));

const countedOrdersQuery = inOrder(
  z.strictObject({ ...window, networkOf, sort: sortedBy(orderColumns, '-createdAt'), ...paging() }),
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
  /** The days of the window on which it stood in this place, in order. */
  days: z.array(z.object(days)),
  own: z.object(figures),
  branch: z.object(figures),
});

export type Branch = z.infer<typeof branch>;

/** What a network ordered on other days, to compare a month with. */
const comparison = z.object({ ...days, totalOrdersValue: money });

/** The days of a calendar month that are in the window; part of a month is compared with the same part of others. */
const month = z.object({
  /** `yyyy-MM` */
  month: z.string(),
  ...days,
  orders: z.int(),
  ...figures,
  monthBefore: comparison,
  yearBefore: comparison,
});

export type Month = z.infer<typeof month>;

/** The caller's total network by month, months without orders included. */
const months = z.object({ ...days, months: z.array(month), totals: z.object(figures) });

export type Months = z.infer<typeof months>;

/** The days of the window on which somebody joined or left the total network; `left` counts on the first day as no member. */
const movements = z.object({
  /** How many members there were on the day before the window. */
  before: z.int(),
  days: z.array(z.object({ day: z.string(), joined: z.int(), left: z.int() })),
});

export type Movements = z.infer<typeof movements>;

const alerted = { id: z.int(), ...person, parentId: z.string() };

/** Somebody new: a member in the window, and in none of as many days before it. */
const newMember = z.object({ ...alerted, since: z.string(), totalOrdersValue: money });

export type NewMember = z.infer<typeof newMember>;

/**
 * Somebody whose orders are not all paid, counting every day up to the last. `parentId` is the upline on the day of the latest of these orders.
 */
const debtor = z.object({
  ...alerted,
  totalPendingValue: money,
  /** How many orders are not fully paid, and the date of the oldest. */
  orders: z.int(),
  oldestAt: z.string(),
});

export type Debtor = z.infer<typeof debtor>;

const debtorColumns = ['totalPendingValue', 'oldestAt', 'name'] as const;

/**
 * Somebody who has gone quiet by their own rhythm: a member on the last day, who ordered on three days or more in the 365 days up to it, and
 * whose silence since is longer than 1.5 times the median number of days between them, and than 14 days.
 */
const quietMember = z.object({
  ...alerted,
  lastOrderAt: z.string(),
  /** The median number of days between two days with orders, rounded. */
  rhythm: z.int(),
  /** How many days have passed since the last order. */
  silence: z.int(),
  /** The sum of its orders in the 365 days. */
  totalOrdersValue: money,
});

export type QuietMember = z.infer<typeof quietMember>;

export const quietRule = { days: 365, orderDays: 3, factor: 1.5, leastSilence: 14 };

const newMembersQuery = inOrder(z.strictObject({ ...window, ...paging() }), 'startDate', 'endDate', reversedWindow);
const debtorsQuery = z.strictObject({
  endDate: window.endDate,
  sort: sortedBy(debtorColumns, '-totalPendingValue'),
  ...paging(),
});
const quietQuery = z.strictObject({ endDate: window.endDate, ...paging() });

export type NewMembersQuery = z.output<typeof newMembersQuery>;
export type DebtorsQuery = z.output<typeof debtorsQuery>;
export type QuietQuery = z.output<typeof quietQuery>;

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
    errors: [404],
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
  overview: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/overview',
    summary: 'O que mudou: os cartões face ao período anterior, este mês face ao anterior',
    access: 'own',
    response: overview,
  }),
  months: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/months',
    summary: 'A minha rede total mês a mês, ao lado dos mesmos dias do mês e do ano anteriores',
    access: 'own',
    query: inOrder(z.strictObject(window), 'startDate', 'endDate', reversedWindow),
    response: months,
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/movements',
    summary: 'Os dias em que alguém entrou na minha rede total ou saiu dela',
    access: 'own',
    query: inOrder(z.strictObject(window), 'startDate', 'endDate', reversedWindow),
    response: movements,
  }),
  newMembers: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/new-members',
    summary: 'Quem entrou na minha rede total',
    access: 'own',
    query: newMembersQuery,
    response: pageOf(newMember),
  }),
  debtors: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/debtors',
    summary: 'Quem tem encomendas por pagar na minha rede total, de qualquer data até ao último dia',
    access: 'own',
    query: debtorsQuery,
    response: z.object({ members: pageOf(debtor), totals: z.object({ totalPendingValue: money }) }),
  }),
  quietMembers: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/quiet-members',
    summary: 'Quem encomendava com regularidade na minha rede total e parou',
    access: 'own',
    query: quietQuery,
    response: pageOf(quietMember),
  }),
};
