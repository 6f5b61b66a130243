import process from 'node:process';
import type { Consultant } from '@rede/contract/consultants';
import { firstDay } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import type { Member, NetworkData } from '@rede/contract/network';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import type { Days, Membership } from './network-model.ts';
import { filters, firstToday, sequences } from './network-steps.ts';
import { NetworkWalk, type Taken } from './network-walk.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { type Api, type Client, dashboardOf, historyOf, startApi } from './start-api.ts';

/** `MODEL_RUNS=500 MODEL_SECONDS=3600` for a long run; `MODEL_SEED=… MODEL_PATH=…`, as a failure prints them, to see it again. */
const runs = Number(process.env.MODEL_RUNS ?? 60);
const seconds = Number(process.env.MODEL_SECONDS ?? 40);
const repeated = {
  ...(process.env.MODEL_SEED ? { seed: Number(process.env.MODEL_SEED) } : {}),
  ...(process.env.MODEL_PATH ? { path: process.env.MODEL_PATH } : {}),
};

let api: Api;
let walk: NetworkWalk | undefined;

beforeAll(async () => {
  api = await startApi({ today: () => walk?.model.today ?? firstToday });
  // So few that these small networks have hubs; they come about as people look at their cards.
  await sql`update hub_settings set members = 2`.execute(api.database);
});
afterAll(() => api.stop());

test(
  'whatever people do, in whatever order, every decision and every figure is the naive model’s',
  async () => {
    const property = fc.asyncProperty(sequences, filters, async ({ beginning, further }, filter) => {
      walk = await NetworkWalk.begin(api);

      for (const step of beginning) expectSameDecision(await walk.take(step));
      for (const { step, window } of further) {
        expectSameDecision(await walk.take(step));
        expect(await answeredView(walk, window)).toEqual(expectedView(walk, window));
        expect(await differencesIn(api)).toEqual([]);
      }
      for (const key of walk.keys) await expectOnePromise(walk, key, filter);
    });

    await fc.assert(property, { numRuns: runs, interruptAfterTimeLimit: seconds * 1000, ...repeated });
  },
  (seconds + 60) * 1000,
);

function expectSameDecision(taken: Taken | undefined): void {
  if (!taken) return;
  const { refusal, answered } = taken;
  const isDone = answered.status >= 200 && answered.status < 300;
  expect(isDone ? undefined : { status: answered.status, ...(answered.body as object) }).toEqual(
    refusal && expect.objectContaining({ status: refusal === 'invalid' ? 400 : 409, code: refusal }),
  );
}

/** Everything that is shown: to the administrator, and to each consultant by default and through a window. */
async function answeredView(walk: NetworkWalk, window: Days) {
  const { admin } = api;
  const [consultants, orders, seen] = await Promise.all([
    admin.get<Page<Consultant>>('/api/v1/consultants?pageSize=200'),
    admin.get<Page<Order>>('/api/v1/orders?pageSize=200'),
    Promise.all(walk.keys.map((key) => answeredTo(walk, key, window))),
  ]);
  return {
    shown: byKey(consultants.body.results.map(({ internalId, parentId }) => [internalId, parentId])),
    orders: byKey(
      orders.body.results.map(({ ecommerceId, consultant }) => [ecommerceId, consultant?.parentId ?? null]),
    ),
    seen: byKey(seen),
  };
}

function expectedView(walk: NetworkWalk, window: Days) {
  const { model } = walk;
  const code = (key: number) => walk.codeOf(key);
  const codeOrNull = (upline: ReturnType<typeof model.shownUpline>) => (upline === null ? null : walk.codeOf(upline));
  return {
    shown: byKey(walk.keys.map((key) => [code(key), codeOrNull(model.shownUpline(key))])),
    orders: byKey(
      [...model.orders].map(([number, { consultant, createdAt }]) => [
        number,
        consultant === null ? null : codeOrNull(model.uplineOn(consultant, createdAt)),
      ]),
    ),
    seen: byKey(
      walk.keys.map((key) => {
        const direct = table(walk, model.network(key, 'direct', model.defaultWindow));
        const total = table(walk, model.network(key, 'total', model.defaultWindow));
        const seen = {
          summary: {
            totalDirectConsultants: direct.members.length,
            totalTreeConsultants: total.members.length,
            totalOrders: fromCents(model.ownOrders(key, model.defaultWindow)),
          },
          direct,
          total,
          directInWindow: table(walk, model.network(key, 'direct', window)),
          totalInWindow: table(walk, model.network(key, 'total', window)),
        };
        return [code(key), seen];
      }),
    ),
  };
}

async function answeredTo(walk: NetworkWalk, key: number, { startDate, endDate }: Days): Promise<[string, unknown]> {
  const client = walk.clientOf(key);
  const inWindow = `?pageSize=200&startDate=${startDate}&endDate=${endDate}`;
  const [byDefault, directInWindow, totalInWindow] = await Promise.all([
    dashboardOf(client, '?pageSize=200'),
    client.get<NetworkData>(`/api/v1/dashboard/direct${inWindow}`),
    client.get<NetworkData>(`/api/v1/dashboard/total${inWindow}`),
  ]);
  const seen = {
    summary: byDefault.summary,
    direct: answeredTable(byDefault.direct),
    total: answeredTable(byDefault.total),
    directInWindow: answeredTable(directInWindow.body),
    totalInWindow: answeredTable(totalInWindow.body),
  };
  return [walk.codeOf(key), seen];
}

function answeredTable({ members, totals }: NetworkData) {
  return { members: members.results.map(withoutId).toSorted(byCode), totals };
}

function table(walk: NetworkWalk, network: Map<number, Membership>) {
  const members = [...network].map(([key, { upline, orders, pending }]) => ({
    name: walk.model.consultants.get(key)?.name ?? '',
    internalId: walk.codeOf(key),
    parentId: walk.codeOf(upline),
    totalOrdersValue: fromCents(orders),
    totalPendingValue: fromCents(pending),
  }));
  return { members: members.toSorted(byCode), totals: totalsOf([...network.values()]) };
}

function totalsOf(members: Pick<Membership, 'orders' | 'pending'>[]) {
  return {
    totalOrdersValue: fromCents(members.reduce((sum, { orders }) => sum + orders, 0)),
    totalPendingValue: fromCents(members.reduce((sum, { pending }) => sum + pending, 0)),
  };
}

/** History, table, pages, footer, filter, card and spreadsheet of one consultant's networks agree. */
async function expectOnePromise(walk: NetworkWalk, key: number, filter: Record<string, string>): Promise<void> {
  const client = walk.clientOf(key);
  const history = await historyOf(api, { id: walk.idOf(key) });
  expect(history.map(({ parentId, startDate, endDate }) => [parentId, startDate, endDate])).toEqual(
    walk.model.consultants.get(key)?.periods.map(({ upline, first, last }) => [walk.codeOf(upline), first, last]),
  );

  const { summary, direct, total } = await dashboardOf(client, '?pageSize=200&sort=-totalOrdersValue');
  expect([direct.members.totalResults, total.members.totalResults]).toEqual([
    summary.totalDirectConsultants,
    summary.totalTreeConsultants,
  ]);

  for (const [depth, whole] of [
    ['direct', direct],
    ['total', total],
  ] as const) {
    expect(await slices(client, depth, '&sort=-totalOrdersValue')).toEqual(whole);
    expect(await sheet(client, depth, '?sort=-totalOrdersValue')).toEqual(sheetOf(whole, depth));
  }

  const window = { startDate: firstDay, endDate: '2026-12-31' };
  const query = new URLSearchParams({ ...window, ...filter, pageSize: '200' });
  const filtered = await client.get<NetworkData>(`/api/v1/dashboard/total?${query}`);
  const matching = [...walk.model.network(key, 'total', window)].filter(([member, { upline }]) =>
    matches(filter, {
      name: walk.model.consultants.get(member)?.name ?? '',
      code: walk.codeOf(member),
      parentId: walk.codeOf(upline),
    }),
  );
  expect(answeredTable(filtered.body)).toEqual(table(walk, new Map(matching)));
}

/** The table put together from pages of two. */
async function slices(client: Client, depth: string, query: string): Promise<NetworkData> {
  const page = async (pageNumber: number) => {
    const path = `/api/v1/dashboard/${depth}?pageSize=2&pageNumber=${pageNumber}${query}`;
    return (await client.get<NetworkData>(path)).body;
  };
  const first = await page(0);
  const pages = [first];
  for (let number = 1; number < first.members.totalPages; number += 1) pages.push(await page(number));
  expect(pages.map(({ totals }) => totals)).toEqual(pages.map(() => first.totals));
  const results = pages.flatMap(({ members }) => members.results);
  return { ...first, members: { ...first.members, results, totalPages: results.length === 0 ? 0 : 1 } };
}

async function sheet(client: Client, depth: string, query: string) {
  const { body } = await client.download(`/api/v1/dashboard/${depth}/xls${query}`);
  return readSpreadsheet(body).flatMap(({ rows }) => rows.slice(1));
}

function sheetOf({ members, totals }: NetworkData, depth: 'direct' | 'total') {
  const row = (name: string, code: string | null, upline: string | null, figures: NetworkData['totals']) => [
    name,
    code,
    ...(depth === 'total' ? [upline] : []),
    Number(figures.totalOrdersValue),
    Number(figures.totalPendingValue),
  ];
  return [
    ...members.results.map((member) => row(member.name, member.internalId, member.parentId, member)),
    row('Total', null, null, totals),
  ];
}

function matches(filter: Record<string, string>, member: Record<string, string>): boolean {
  const fold = (text = '') => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return Object.entries(filter).every(([field, searched]) => fold(member[field]).includes(fold(searched)));
}

function withoutId(member: Member): Omit<Member, 'id'> {
  const { id: _, ...rest } = member;
  return rest;
}

function byCode(one: { internalId: string }, other: { internalId: string }): number {
  return one.internalId < other.internalId ? -1 : 1;
}

const byKey = <Value>(entries: (readonly [string, Value])[]) => Object.fromEntries(entries);
