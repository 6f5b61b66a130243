import type { NetworkData } from '@rede/contract/dashboard';
import { byCode, summaryOf, tableOf } from './network-figures.ts';
import { answeredLists, listsOf } from './network-state.ts';
import type { NetworkWalk } from './network-walk.ts';
import { type Api, dashboardOf } from './start-api.ts';

/** What is shown to the administrator, and to these consultants on the dashboard. */
export async function answeredView(api: Api, walk: NetworkWalk, viewers: number[]) {
  const [lists, ...seen] = await Promise.all([answeredLists(api), ...viewers.map((key) => answeredTo(walk, key))]);
  return { ...lists, seen };
}

/** The same, as the model has it. */
export function expectedView({ model }: NetworkWalk, viewers: number[]) {
  const window = model.defaultWindow;
  return {
    ...listsOf(model),
    seen: viewers.map((key) => ({
      by: model.codeOf(key),
      summary: summaryOf(model, key),
      direct: tableOf(model, key, 'direct', window),
      total: tableOf(model, key, 'total', window),
    })),
  };
}

async function answeredTo(walk: NetworkWalk, key: number) {
  const { summary, direct, total } = await dashboardOf(walk.clientOf(key), '?pageSize=200');
  return { by: walk.model.codeOf(key), summary, direct: inFull(direct), total: inFull(total) };
}

/** A table's only page as the model has tables: by code, without ids. */
export function inFull({ members, totals }: NetworkData) {
  return { members: members.results.map(withoutId).toSorted(byCode), totals };
}

export function withoutId<Row extends { id: number }>(row: Row): Omit<Row, 'id'> {
  const { id: _, ...rest } = row;
  return rest;
}
