import { fromCents } from '@rede/contract/money';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type FileLine, fileOf, loadedInto } from './network-files.ts';
import { expectedDecision } from './network-state.ts';
import { nth, type OrderStep, type Step } from './network-steps.ts';
import type { NetworkWalk, Plan } from './network-walk.ts';

/** Nobody's. */
export const unknownCode = 'IK999';

type OrdersStep = Extract<
  Step,
  { does: 'order' | 'edit order' | 'delete order' | 'change orders' | 'load file' | 'undo load' }
>;

/** The call of a step that is about orders or their files; none where there is nothing to take it with. */
export async function planOrders(walk: NetworkWalk, step: OrdersStep): Promise<Plan | undefined> {
  const { orders, loads } = walk.model.book;
  switch (step.does) {
    case 'order':
      return writeOrder(walk, `N${step.order.number}`, step.order);
    case 'edit order': {
      const number = nth([...orders.keys()], step.which);
      return number === undefined ? undefined : writeOrder(walk, number, step.order, await orderPath(walk, number));
    }
    case 'delete order': {
      const number = nth([...orders.keys()], step.which);
      if (number === undefined) return undefined;
      return {
        method: 'DELETE',
        path: await orderPath(walk, number),
        decide: (model) => expectedDecision(model.deleteOrder(number)),
      };
    }
    case 'change orders':
      return changeOrders(walk, step);
    case 'load file':
      return load(walk, step);
    case 'undo load': {
      const key = nth([...loads.keys()], step.which);
      if (key === undefined) return undefined;
      return {
        method: 'POST',
        path: `/api/v1/orders/imports/${found(walk.loadIds.get(key))}/undo`,
        decide: (model) => expectedDecision(model.book.undo(key) ? undefined : 'in_use'),
      };
    }
  }
}

/** Writes a new order, or the one that is at a path. */
function writeOrder(walk: NetworkWalk, number: string, step: OrderStep, path?: string): Plan {
  const code = codeOfBuyer(walk, step.by);
  const { createdAt, paidAt, total, payment } = step;
  return {
    method: path === undefined ? 'POST' : 'PUT',
    path: path ?? '/api/v1/orders',
    body: {
      ecommerceId: number,
      createdAt,
      paidAt,
      total: fromCents(total),
      totalPayment: payment === null ? null : fromCents(payment),
      consultant: code === null ? null : { internalId: code },
    },
    decide: (model) => {
      const order = { createdAt, paidAt, total, payment };
      return expectedDecision(model.writeOrder(number, code, order, path !== undefined));
    },
  };
}

/** Whoever takes this step has seen how many orders there are now. */
function changeOrders(walk: NetworkWalk, step: Extract<Step, { does: 'change orders' }>): Plan {
  const { days, how, paidAt } = step;
  const expected = walk.model.ordersWithin(days).length;
  const code = codeOfBuyer(walk, step.by) ?? unknownCode;
  const filter = { createdAtStart: days.startDate, createdAtEnd: days.endDate };
  const sent =
    how === 'pay' ? { does: how, paidAt } : how === 'assign' ? { does: how, internalId: code } : { does: how };
  return {
    method: 'POST',
    path: '/api/v1/orders/change',
    body: { filter, change: sent, expected },
    decide: (model) => {
      const change = how === 'pay' ? { does: how, paidAt } : how === 'assign' ? { does: how, code } : { does: how };
      return expectedDecision(model.changeOrders(days, change, expected));
    },
  };
}

async function orderPath({ api }: NetworkWalk, number: string): Promise<string> {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?pageSize=200');
  return `/api/v1/orders/${found(body.results.find(({ ecommerceId }) => ecommerceId === number)).id}`;
}

function load(walk: NetworkWalk, { how, isPortuguese, lines }: Extract<Step, { does: 'load file' }>): Plan {
  const key = walk.nextKey();
  const isTrial = how.startsWith('try');
  const updateExisting = how.endsWith('update');
  const written = lines.map(({ order, flaw }): FileLine => ({
    order,
    flaw,
    number: `N${order.number}`,
    code: codeOfBuyer(walk, order.by),
  }));
  return {
    method: 'POST',
    path: '/api/v1/orders/csv',
    query: `?dryRun=${isTrial}&updateExisting=${updateExisting}`,
    file: fileOf(written, isPortuguese),
    decide: (model) => loadedInto(isTrial ? model.copy() : model, key, written, updateExisting),
    remember: ({ id }) => {
      if (!isTrial) walk.loadIds.set(key, id);
    },
  };
}

function codeOfBuyer({ model, keys }: NetworkWalk, by: OrderStep['by']): string | null {
  if (by === 'unknown') return unknownCode;
  const key = by === null ? undefined : nth(keys, by);
  return key === undefined ? null : model.codeOf(key);
}

export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the walk lost something it made');
  return value;
}
