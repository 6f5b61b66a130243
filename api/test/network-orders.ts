import { isDeepStrictEqual as isEqual } from 'node:util';
import type { Day } from '@rede/contract/days';

export interface ModelOrder {
  consultant: number | null;
  createdAt: Day;
  paidAt: Day | null;
  /** In cents. */
  total: number;
  payment: number | null;
}

/** An order that is there. */
export interface KeptOrder extends ModelOrder {
  /** Its own for ever, whereas a number may be another order's after it. */
  id: number;
  /** How often it was written. */
  version: number;
}

/** A record of a file as it would be understood; undefined where something speaks against it. */
export interface FileRecord {
  number: string;
  order: ModelOrder | undefined;
}

/** What becomes of a file's records. Refused ones by their places among the records, from 0. */
export interface Loaded {
  successful: number;
  updated: number;
  refused: number[];
}

interface KeptLoad extends Omit<Loaded, 'refused'> {
  created: number[];
  payments: { id: number; version: number; former: Pick<ModelOrder, 'paidAt' | 'payment'> }[];
  isUndone: boolean;
}

/** What is done with many orders at once. */
export type ChangeOfMany = { does: 'pay'; paidAt: Day } | { does: 'assign'; consultant: number } | { does: 'delete' };

/** The orders there are and the files some came from, as naively as their rules can be said. */
export class OrderBook {
  /** By number. */
  readonly orders = new Map<string, KeptOrder>();
  readonly loads = new Map<number, KeptLoad>();
  private ordersMade = 0;

  copy(): OrderBook {
    const copy = new OrderBook();
    for (const [number, order] of this.orders) copy.orders.set(number, order);
    for (const [key, load] of this.loads) copy.loads.set(key, load);
    copy.ordersMade = this.ordersMade;
    return copy;
  }

  create(number: string, order: ModelOrder): KeptOrder {
    this.ordersMade += 1;
    const kept = { ...order, id: this.ordersMade, version: 1 };
    this.orders.set(number, kept);
    return kept;
  }

  change(number: string, changed: Partial<ModelOrder>): void {
    const before = this.orders.get(number);
    if (!before) throw new Error(`the model has no order ${number}`);
    this.orders.set(number, { ...before, ...changed, version: before.version + 1 });
  }

  /** Changes all orders of some days, but for those that stay as they are; answers how many changed. */
  changeMany(numbers: string[], change: ChangeOfMany): number {
    let changed = 0;
    for (const number of numbers) {
      const order = this.orders.get(number);
      if (!order || staysAsItIs(order, change)) continue;
      changed += 1;
      if (change.does === 'delete') this.orders.delete(number);
      else if (change.does === 'assign') this.change(number, { consultant: change.consultant });
      else this.change(number, { paidAt: change.paidAt, payment: order.payment === null ? null : order.total });
    }
    return changed;
  }

  /** Takes of each number the first record that is good, as a new order or as a payment of the one that is there. */
  load(key: number, records: FileRecord[], updateExisting: boolean): Loaded {
    const load: KeptLoad = { successful: 0, updated: 0, created: [], payments: [], isUndone: false };
    const decided = new Set<string>();
    const refused: number[] = [];
    for (const [place, { number, order }] of records.entries()) {
      const isFirst = order !== undefined && !decided.has(number);
      if (isFirst) decided.add(number);
      const existing = this.orders.get(number);
      if (isFirst && !existing) {
        load.created.push(this.create(number, order).id);
      } else if (isFirst && existing && updateExisting && isNewerPayment(order, existing)) {
        const { id, version, paidAt, payment } = existing;
        load.payments.push({ id, version: version + 1, former: { paidAt, payment } });
        this.change(number, paymentTaken(order, existing));
      } else {
        refused.push(place);
      }
    }
    load.successful = load.created.length;
    load.updated = load.payments.length;
    this.loads.set(key, load);
    return { successful: load.successful, updated: load.updated, refused };
  }

  /** Takes a whole load back; false where it is undone already, or one of its orders is not as the load left it. */
  undo(key: number): boolean {
    const load = this.loads.get(key);
    if (!load || load.isUndone) return false;
    const left = [...load.created.map((id) => ({ id, version: 1 })), ...load.payments];
    if (left.some(({ id, version }) => this.withId(id)?.version !== version)) return false;
    for (const id of load.created) this.orders.delete(this.numberOf(id));
    for (const { id, former } of load.payments) this.change(this.numberOf(id), former);
    this.loads.set(key, { ...load, isUndone: true });
    return true;
  }

  /** As another book was, but what differs was written once more; a deleted order is the very one that it was. */
  backTo(former: OrderBook): void {
    const written = new Map(this.orders);
    this.orders.clear();
    for (const [number, order] of former.orders) {
      const [numberNow, now] = [...written].find(([, { id }]) => id === order.id) ?? [number, order];
      const isAsNow = numberNow === number && isEqual({ ...now, version: 0 }, { ...order, version: 0 });
      this.orders.set(number, isAsNow ? now : { ...order, version: now.version + 1 });
    }
  }

  private withId(id: number): KeptOrder | undefined {
    return [...this.orders.values()].find((order) => order.id === id);
  }

  private numberOf(id: number): string {
    return [...this.orders.keys()].find((number) => this.orders.get(number)?.id === id) ?? '';
  }
}

/** Paid is the payment; without one the whole total of an order that is marked as paid, else nothing. In cents. */
export function paidOf({ total, payment, paidAt }: ModelOrder): number {
  return payment ?? (paidAt === null ? 0 : total);
}

/** In cents. */
export function pendingOf(order: ModelOrder): number {
  return Math.max(order.total - paidOf(order), 0);
}

function staysAsItIs(order: KeptOrder, change: ChangeOfMany): boolean {
  if (change.does === 'pay') return pendingOf(order) === 0 || change.paidAt < order.createdAt;
  return change.does === 'assign' && order.consultant === change.consultant;
}

/** What orders are worth together, in cents. */
export function worthOf(orders: ModelOrder[]): { total: number; pending: number } {
  return {
    total: orders.reduce((sum, { total }) => sum + total, 0),
    pending: orders.reduce((sum, order) => sum + pendingOf(order), 0),
  };
}

/** A payment is newer by a later day and no lower amount, or by a higher amount on no other day. */
function isNewerPayment(told: ModelOrder, existing: ModelOrder): boolean {
  if (told.paidAt !== null && told.paidAt < existing.createdAt) return false;
  const isLater = told.paidAt !== null && (existing.paidAt === null || told.paidAt > existing.paidAt);
  if (isLater) return told.payment === null || told.payment >= paidOf(existing);
  const isSameDay = told.paidAt === null || told.paidAt === existing.paidAt;
  return isSameDay && told.payment !== null && told.payment > paidOf(existing);
}

/** A later day that comes without an amount means that the order is paid in full. */
function paymentTaken(told: ModelOrder, { paidAt, payment, total }: ModelOrder): Partial<ModelOrder> {
  return {
    paidAt: told.paidAt ?? paidAt,
    payment: told.payment ?? (payment === null ? null : Math.max(payment, total)),
  };
}
