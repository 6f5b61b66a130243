import type { Consultant } from '@rede/contract/consultants';
import type { HistoryEntry } from '@rede/contract/history';
import { fromCents } from '@rede/contract/money';
import type { Order } from '@rede/contract/orders';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import type { ProblemBody } from '@rede/contract/problem';
import type { Page } from '@rede/contract/values';
import type { NetworkModel, Refusal, Upline } from './network-model.ts';
import type { NetworkWalk } from './network-walk.ts';
import type { Answered, Api } from './start-api.ts';

/** What an answer decided: what it refused and how, or that all went well; of a file what became of its records. */
export function decision({ status, body }: Answered<unknown>): string {
  if (status >= 300) return `${status} ${(body as ProblemBody).code}`;
  if (typeof body !== 'object' || body === null || !('failedLines' in body)) return 'done';
  const { successful, updated, malformed, failedLines } = body as ImportResult;
  return loadDecision({ successful, updated, malformed, lines: failedLines.map(({ lineNumber }) => lineNumber) });
}

/** What an answer must decide where the model says this. */
export function expectedDecision(refusal: Refusal | undefined): string {
  if (refusal === undefined) return 'done';
  return `${{ invalid: 400, not_found: 404, taken: 409, overlap: 409, cycle: 409, in_use: 409, stale: 409 }[refusal]} ${refusal}`;
}

/** What became of a file's records; `lines` are of those that were not loaded. */
export function loadDecision(loaded: {
  successful: number;
  updated: number;
  malformed: number;
  lines: number[];
}): string {
  const { successful, updated, malformed, lines } = loaded;
  return `done: ${successful} new, ${updated} updated, ${malformed} malformed, not loaded: ${lines.join(' ')}`;
}

/** The administrator's lists, as the server has them. */
export async function answeredLists({ admin }: Api) {
  const [consultants, orders] = await Promise.all([
    admin.get<Page<Consultant>>('/api/v1/consultants?pageSize=200'),
    admin.get<Page<Order>>('/api/v1/orders?pageSize=200'),
  ]);
  return {
    consultants: Object.fromEntries(
      consultants.body.results.map(({ internalId, parentId, startDate, endDate }) => [
        internalId,
        { parentId, startDate, endDate },
      ]),
    ),
    orders: Object.fromEntries(
      orders.body.results.map(({ ecommerceId, consultant, createdAt, paidAt, total, totalPayment, version }) => [
        ecommerceId,
        {
          by: consultant?.internalId ?? null,
          upline: consultant?.parentId ?? null,
          createdAt,
          paidAt,
          total,
          totalPayment,
          version,
        },
      ]),
    ),
  };
}

/** The same, as the model has them. */
export function listsOf(model: NetworkModel): Awaited<ReturnType<typeof answeredLists>> {
  const code = (upline: Upline | null) => (upline === null ? null : model.codeOf(upline));
  return {
    consultants: Object.fromEntries(
      [...model.consultants].map(([key, { code: internalId, startDate, endDate }]) => [
        internalId,
        { parentId: code(model.shownUpline(key)), startDate, endDate },
      ]),
    ),
    orders: Object.fromEntries(
      [...model.book.orders].map(([number, { consultant, createdAt, paidAt, total, payment, version }]) => [
        number,
        {
          by: code(consultant),
          upline: consultant === null ? null : code(model.uplineOn(consultant, createdAt)),
          createdAt,
          paidAt,
          total: fromCents(total),
          totalPayment: payment === null ? null : fromCents(payment),
          version,
        },
      ]),
    ),
  };
}

/** All that was written, as the server has it: the lists, everybody's history, and the loads. */
export async function answeredState(api: Api, walk: NetworkWalk) {
  const history = async (key: number) => {
    const path = `/api/v1/consultants/${walk.idOf(key)}/history?pageSize=200`;
    const { status, body } = await api.admin.get<Page<HistoryEntry>>(path);
    return status === 404 ? [] : body.results.map(({ parentId, startDate, endDate }) => [parentId, startDate, endDate]);
  };
  const [lists, loads, ...histories] = await Promise.all([
    answeredLists(api),
    api.admin.get<Page<KeptImport>>('/api/v1/orders/imports?pageSize=200'),
    ...walk.everyKey.map(history),
  ]);
  return {
    ...lists,
    histories,
    loads: Object.fromEntries(
      loads.body.results.map(({ id, successful, updated, undoneBy }) => [
        walk.loadWithId(id),
        { successful, updated, isUndone: undoneBy !== null },
      ]),
    ),
  };
}

/** The same, as the model has it. */
export function stateOf(model: NetworkModel, walk: NetworkWalk): Awaited<ReturnType<typeof answeredState>> {
  return {
    ...listsOf(model),
    histories: walk.everyKey.map((key) =>
      (model.consultants.get(key)?.periods ?? []).map(({ upline, first, last }) => [model.codeOf(upline), first, last]),
    ),
    loads: Object.fromEntries(
      [...model.book.loads].map(([key, { successful, updated, isUndone }]) => [key, { successful, updated, isUndone }]),
    ),
  };
}
