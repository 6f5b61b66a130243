import { firstDay, monthsBefore } from '@rede/contract/days';
import type {
  Branch,
  CountedOrders,
  Debtor,
  Months,
  Movements,
  NetworkData,
  NewMember,
  Overview,
  QuietMember,
} from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import {
  branchesOf,
  byCode,
  debtorsOf,
  type Depth,
  memberOrders,
  monthsOf,
  movementsOf,
  newMembersOf,
  normalized,
  overviewOf,
  ownOrders,
  quietMembersOf,
  tableOf,
} from './network-figures.ts';
import type { Days, NetworkModel } from './network-model.ts';
import { lookAtNetworkOrders } from './network-order-look.ts';
import { type Glance, nth } from './network-steps.ts';
import { inFull, withoutId } from './network-views.ts';
import type { NetworkWalk } from './network-walk.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { type Client, expectSuccess } from './start-api.ts';

/** Something that is shown to a consultant beside the tables: what was answered, and what the model says. */
export interface Look {
  answered: unknown;
  expected: unknown;
}

/** A consultant's own eyes, and the model's on the same. */
export interface Viewer {
  key: number;
  client: Client;
  admin: Client;
  model: NetworkModel;
  idOf: (key: number) => number;
}

const depths: Depth[] = ['direct', 'total'];

/** The table put together from pages of two, in an order, is the table on one page. */
async function lookAtPages({ client }: Viewer, { sort }: Glance): Promise<Look> {
  const page = async (depth: Depth, paging: string) => {
    return expectSuccess(await client.get<NetworkData>(`/api/v1/dashboard/${depth}?sort=${sort}&${paging}`));
  };
  const whole = await Promise.all(depths.map((depth) => page(depth, 'pageSize=200')));
  const pages = await Promise.all(
    depths.flatMap((depth, place) => {
      const count = Math.ceil((whole[place]?.members.totalResults ?? 0) / 2);
      return Array.from({ length: count }, (_, number) => page(depth, `pageSize=2&pageNumber=${number}`));
    }),
  );
  return {
    answered: pages.flatMap(({ members, totals }) => members.results.map((member) => ({ member, totals }))),
    expected: whole.flatMap(({ members, totals }) => members.results.map((member) => ({ member, totals }))),
  };
}

/** Both tables, as they stood in a window. */
async function lookAtTables({ client, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const query = `?pageSize=200&startDate=${window.startDate}&endDate=${window.endDate}`;
  const answered = await Promise.all(
    depths.map((depth) => client.get<NetworkData>(`/api/v1/dashboard/${depth}${query}`)),
  );
  return {
    answered: answered.map((one) => inFull(expectSuccess(one))),
    expected: depths.map((depth) => tableOf(model, key, depth, window)),
  };
}

/** Both spreadsheets, cell by cell, with their last rows of totals. */
async function lookAtSpreadsheets({ client, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const sheets = await Promise.all(
    depths.map(async (depth) => {
      const path = `/api/v1/dashboard/${depth}/xls?sort=internalId&startDate=${window.startDate}&endDate=${window.endDate}`;
      return readSpreadsheet(expectSuccess(await client.download(path))).flatMap(({ rows }) => rows.slice(1));
    }),
  );
  const expected = depths.map((depth) => {
    const { members, totals } = tableOf(model, key, depth, window);
    const row = (name: string, code: string | null, upline: string | null, figures: NetworkData['totals']) => [
      name,
      code,
      ...(depth === 'total' ? [upline] : []),
      Number(figures.totalOrdersValue),
      Number(figures.totalPendingValue),
    ];
    return [
      ...members.map((member) => row(member.name, member.internalId, member.parentId, member)),
      row('Total', null, null, totals),
    ];
  });
  return { answered: sheets, expected };
}

async function lookAtFiltered({ client, model, key }: Viewer, { filter }: Glance): Promise<Look> {
  const window = { startDate: firstDay, endDate: '2026-12-31' };
  const query = new URLSearchParams({ ...window, ...filter, pageSize: '200' });
  const answered = expectSuccess(await client.get<NetworkData>(`/api/v1/dashboard/total?${query}`));
  const { members } = tableOf(model, key, 'total', window);
  const matching = members.filter(
    ({ name, internalId, parentId }) =>
      contains(name, filter.name) && contains(internalId, filter.code) && contains(parentId, filter.parentId),
  );
  return { answered: inFull(answered).members, expected: matching };
}

/** Every word, wherever it is. */
function contains(text: string, searched: string): boolean {
  return normalized(searched)
    .split(' ')
    .every((word) => normalized(text).includes(word));
}

/**
 * Every figure opened, of the own network and of somebody's, as they see it: the orders behind it, their sums, and the uplines that lead from
 * each to the head; nothing of who is no member, or where the head is no part of the own network.
 */
async function lookAtOpenedFigures(viewer: Viewer, { window, head }: Glance): Promise<Look> {
  const { key, model } = viewer;
  const somebody = nth([...model.consultants.keys()], head) ?? key;
  const own = await lookAtFiguresOf(viewer, key, { ...window });
  const others = await lookAtFiguresOf(viewer, somebody, {
    ...window,
    networkOf: model.codeOf(somebody).toLowerCase(),
  });
  return { answered: [own.answered, others.answered], expected: [own.expected, others.expected] };
}

async function lookAtFiguresOf(
  { client, model, key, idOf }: Viewer,
  head: number,
  asked: Days & { networkOf?: string },
) {
  const query = new URLSearchParams({ ...asked, pageSize: '200' });
  const figures = [...model.consultants.keys()].flatMap((member) => depths.map((depth) => ({ member, depth })));
  const answered = await Promise.all([
    client.get<CountedOrders>(`/api/v1/dashboard/orders?${query}`),
    ...figures.map(({ member, depth }) =>
      client.get<CountedOrders>(`/api/v1/dashboard/${depth}/${idOf(member)}/orders?${query}`),
    ),
  ]);
  return {
    answered: answered.map((one) => (one.status === 404 ? undefined : openedFigure(expectSuccess(one)))),
    expected: [
      ownOrders(model, key, head, asked),
      ...figures.map(({ member, depth }) => memberOrders(model, { viewer: key, head, depth, member }, asked)),
    ],
  };
}

function openedFigure({ orders, ...figure }: CountedOrders) {
  return { ...figure, orders: orders.results.toSorted((one, other) => (one.ecommerceId < other.ecommerceId ? -1 : 1)) };
}

/** The network opened branch by branch to its last ones. */
async function lookAtBranches({ client, model, key, idOf }: Viewer, { window }: Glance): Promise<Look> {
  const answered: Record<string, Omit<Branch, 'id'>[]> = {};
  const expected: Record<string, Omit<Branch, 'id'>[]> = {};
  const open = async (way: number[]): Promise<void> => {
    const path = way.slice(1).map(idOf).join('.');
    const query = new URLSearchParams({ ...window, path, pageSize: '200' });
    const { results } = expectSuccess(await client.get<Page<Branch>>(`/api/v1/dashboard/branches?${query}`));
    answered[path] = results.map(withoutId).toSorted(byCode);
    const branches = branchesOf(model, way, window);
    expected[path] = branches.map(({ branch }) => branch);
    await Promise.all(branches.filter(({ branch }) => branch.hasBranches).map((below) => open([...way, below.key])));
  };
  await open([key]);
  return { answered, expected };
}

async function lookAtOverview({ client, model, key }: Viewer): Promise<Look> {
  const { month, ...cards } = expectSuccess(await client.get<Overview>('/api/v1/dashboard/overview'));
  return {
    answered: { ...cards, month: { ...month, changes: month.changes.map(withoutId) } },
    expected: overviewOf(model, key),
  };
}

/** Also a year later, when there is a year to compare with. */
async function lookAtMonths({ client, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const { startDate, endDate } = window;
  const windows = [window, { startDate: monthsBefore(startDate, -12), endDate: monthsBefore(endDate, -12) }];
  const answered = await Promise.all(
    windows.map((window) => client.get<Months>(`/api/v1/dashboard/months?${new URLSearchParams({ ...window })}`)),
  );
  return { answered: answered.map(expectSuccess), expected: windows.map((window) => monthsOf(model, key, window)) };
}

async function lookAtMovements({ client, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const query = new URLSearchParams({ ...window });
  const answered = expectSuccess(await client.get<Movements>(`/api/v1/dashboard/movements?${query}`));
  return { answered, expected: movementsOf(model, key, window) };
}

async function lookAtNewMembers({ client, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const query = new URLSearchParams({ ...window, pageSize: '200' });
  const answered = expectSuccess(await client.get<Page<NewMember>>(`/api/v1/dashboard/new-members?${query}`));
  return { answered: inFullByCode(answered), expected: newMembersOf(model, key, window) };
}

async function lookAtDebtors({ client, model, key }: Viewer, { window: { endDate } }: Glance): Promise<Look> {
  const query = new URLSearchParams({ endDate, pageSize: '200' });
  const { members, totals } = expectSuccess(
    await client.get<{ members: Page<Debtor>; totals: { totalPendingValue: string } }>(
      `/api/v1/dashboard/debtors?${query}`,
    ),
  );
  return { answered: { members: inFullByCode(members), ...totals }, expected: debtorsOf(model, key, endDate) };
}

/** Also on the last of all days, by when who ever ordered has been silent for long. */
async function lookAtQuietMembers({ client, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const endDates = [window.endDate, model.calendar.at(-1) ?? ''];
  const answered = await Promise.all(
    endDates.map((endDate) =>
      client.get<Page<QuietMember>>(`/api/v1/dashboard/quiet-members?pageSize=200&endDate=${endDate}`),
    ),
  );
  return {
    answered: answered.map((one) => inFullByCode(expectSuccess(one))),
    expected: endDates.map((endDate) => quietMembersOf(model, key, endDate)),
  };
}

function inFullByCode<Row extends { id: number; internalId: string }>({ results }: Page<Row>): Omit<Row, 'id'>[] {
  return results.toSorted(byCode).map(withoutId);
}

const looks = [
  lookAtTables,
  lookAtPages,
  lookAtSpreadsheets,
  lookAtFiltered,
  lookAtNetworkOrders,
  lookAtOpenedFigures,
  lookAtBranches,
  lookAtOverview,
  lookAtMonths,
  lookAtMovements,
  lookAtNewMembers,
  lookAtDebtors,
  lookAtQuietMembers,
];

/** One look of one consultant. */
export async function look(walk: NetworkWalk, glance: Glance): Promise<Look> {
  const key = walk.keys[glance.who % walk.keys.length];
  const chosen = looks[glance.look % looks.length];
  if (key === undefined || !chosen) return { answered: undefined, expected: undefined };
  return chosen(viewer(walk, key), glance);
}

/** All looks of everybody. */
export async function lookAtAll(walk: NetworkWalk, glance: Glance): Promise<Look> {
  const answered: unknown[] = [];
  const expected: unknown[] = [];
  for (const key of walk.keys) {
    const taken = await Promise.all(looks.map((chosen) => chosen(viewer(walk, key), glance)));
    answered.push(taken.map((one) => one.answered));
    expected.push(taken.map((one) => one.expected));
  }
  return { answered, expected };
}

function viewer(walk: NetworkWalk, key: number): Viewer {
  return {
    key,
    client: walk.clientOf(key),
    admin: walk.api.admin,
    model: walk.model,
    idOf: (other) => walk.idOf(other),
  };
}
