import type { Consultant } from '@rede/contract/consultants';
import { fromCents } from '@rede/contract/money';
import type { Order } from '@rede/contract/orders';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import type { ProblemBody } from '@rede/contract/problem';
import type { Page } from '@rede/contract/values';
import type { NetworkModel, Refusal } from './network-model.ts';
import type { NetworkWalk } from './network-walk.ts';
import { type Answered, type Api, historyOf } from './start-api.ts';

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
  return `${{ invalid: 400, not_found: 404, taken: 409, overlap: 409, cycle: 409, in_use: 409 }[refusal]} ${refusal}`;
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

/** All that was written, as the server has it: consultants with their history, orders, and loads. */
export async function answeredState({ admin }: Api, walk: NetworkWalk) {
  const [consultants, orders, loads] = await Promise.all([
    admin.get<Page<Consultant>>('/api/v1/consultants?pageSize=200'),
    admin.get<Page<Order>>('/api/v1/orders?pageSize=200'),
    admin.get<Page<KeptImport>>('/api/v1/orders/imports?pageSize=200'),
  ]);
  const withHistories = consultants.body.results.map(async ({ id, internalId, startDate, endDate }) => {
    const history = await historyOf({ admin }, { id });
    const periods = history.map(({ parentId, startDate, endDate }) => [parentId, startDate, endDate]);
    return [internalId, { startDate, endDate, periods }] as const;
  });
  return {
    consultants: Object.fromEntries(await Promise.all(withHistories)),
    orders: Object.fromEntries(
      orders.body.results.map(({ ecommerceId, consultant, createdAt, paidAt, total, totalPayment, version }) => [
        ecommerceId,
        { by: consultant?.internalId ?? null, createdAt, paidAt, total, totalPayment, version },
      ]),
    ),
    loads: Object.fromEntries(
      loads.body.results.map(({ id, successful, updated, undoneBy }) => [
        walk.loadWithId(id),
        { successful, updated, isUndone: undoneBy !== null },
      ]),
    ),
  };
}

/** The same, as the model has it. */
export function stateOf(model: NetworkModel): Awaited<ReturnType<typeof answeredState>> {
  return {
    consultants: Object.fromEntries(
      [...model.consultants.values()].map(({ code, startDate, endDate, periods }) => [
        code,
        { startDate, endDate, periods: periods.map(({ upline, first, last }) => [model.codeOf(upline), first, last]) },
      ]),
    ),
    orders: Object.fromEntries(
      [...model.book.orders].map(([number, { consultant, createdAt, paidAt, total, payment, version }]) => [
        number,
        {
          by: consultant === null ? null : model.codeOf(consultant),
          createdAt,
          paidAt,
          total: fromCents(total),
          totalPayment: payment === null ? null : fromCents(payment),
          version,
        },
      ]),
    ),
    loads: Object.fromEntries(
      [...model.book.loads].map(([key, { successful, updated, isUndone }]) => [key, { successful, updated, isUndone }]),
    ),
  };
}
