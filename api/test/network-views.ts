import type { Consultant } from '@rede/contract/consultants';
import type { NetworkData } from '@rede/contract/network';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { byCode, summaryOf, tableOf } from './network-figures.ts';
import type { Upline } from './network-model.ts';
import type { NetworkWalk } from './network-walk.ts';
import { type Api, dashboardOf } from './start-api.ts';

/** What is shown to everybody: to the administrator, and to each consultant on the dashboard. */
export async function answeredView({ admin }: Api, walk: NetworkWalk) {
  const [consultants, orders, ...seen] = await Promise.all([
    admin.get<Page<Consultant>>('/api/v1/consultants?pageSize=200'),
    admin.get<Page<Order>>('/api/v1/orders?pageSize=200'),
    ...walk.keys.map((key) => answeredTo(walk, key)),
  ]);
  return {
    shown: byKey(consultants.body.results.map(({ internalId, parentId }) => [internalId, parentId])),
    orders: byKey(
      orders.body.results.map(({ ecommerceId, consultant }) => [ecommerceId, consultant?.parentId ?? null]),
    ),
    seen: byKey(walk.keys.map((key, place) => [walk.model.codeOf(key), seen[place]])),
  };
}

/** The same, as the model has it. */
export function expectedView({ model, keys }: NetworkWalk) {
  const codeOrNull = (upline: Upline | null) => (upline === null ? null : model.codeOf(upline));
  const byDefault = model.defaultWindow;
  return {
    shown: byKey(keys.map((key) => [model.codeOf(key), codeOrNull(model.shownUpline(key))])),
    orders: byKey(
      [...model.book.orders].map(([number, { consultant, createdAt }]) => [
        number,
        consultant === null ? null : codeOrNull(model.uplineOn(consultant, createdAt)),
      ]),
    ),
    seen: byKey(
      keys.map((key) => {
        const seen = {
          summary: summaryOf(model, key),
          direct: tableOf(model, key, 'direct', byDefault),
          total: tableOf(model, key, 'total', byDefault),
        };
        return [model.codeOf(key), seen];
      }),
    ),
  };
}

async function answeredTo(walk: NetworkWalk, key: number) {
  const { summary, direct, total } = await dashboardOf(walk.clientOf(key), '?pageSize=200');
  return { summary, direct: inFull(direct), total: inFull(total) };
}

/** A table's only page as the model has tables: by code, without ids. */
export function inFull({ members, totals }: NetworkData) {
  return { members: members.results.map(withoutId).toSorted(byCode), totals };
}

export function withoutId<Row extends { id: number }>(row: Row): Omit<Row, 'id'> {
  const { id: _, ...rest } = row;
  return rest;
}

const byKey = <Value>(entries: (readonly [string, Value])[]) => Object.fromEntries(entries);
