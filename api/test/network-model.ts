import { addDays, type Day, monthsBefore } from '@rede/contract/days';

/** Somebody to stand under: a consultant by its key, or the company. */
export type Upline = number | 'company';

export interface Period {
  upline: Upline;
  first: Day;
  /** Null: open. */
  last: Day | null;
}

export interface OwnDays {
  startDate: Day | null;
  endDate: Day | null;
}

export interface ModelConsultant extends OwnDays {
  code: string;
  name: string;
  /** Oldest first. */
  periods: Period[];
}

export interface ModelOrder {
  consultant: number | null;
  createdAt: Day;
  paidAt: Day | null;
  /** In cents. */
  total: number;
  payment: number | null;
}

/** Why a step is refused. */
export type Refusal = 'invalid' | 'taken' | 'overlap' | 'cycle' | 'in_use';

/** A member of a network: the upline on its last day there, and its figures in cents. */
export interface Membership {
  upline: Upline;
  orders: number;
  pending: number;
}

export interface Days {
  startDate: Day;
  endDate: Day;
}

/**
 * The rules of the network once more, as naively as they can be said: a table of who stood under whom on every single day,
 * and figures that walk up its chains day by day. A calendar bounds the days; its last one stands for all that come after.
 */
export class NetworkModel {
  today: Day;
  readonly consultants = new Map<number, ModelConsultant>();
  readonly orders = new Map<string, ModelOrder>();
  private readonly calendar: readonly Day[];
  /** Who a consultant stood under, by day. */
  private readonly uplines = new Map<number, Map<Day, Upline>>();

  constructor(today: Day, calendar: Days) {
    this.today = today;
    this.calendar = daysOf(calendar);
  }

  get defaultWindow(): Days {
    return { startDate: monthsBefore(this.today, 3), endDate: this.today };
  }

  create(key: number, given: Omit<ModelConsultant, 'periods'>, upline: Upline, createdAt: Day): Refusal | undefined {
    if (isReversed(given.startDate, given.endDate)) return 'invalid';
    this.consultants.set(key, { ...given, periods: [] });
    return this.rewrite(key, [{ upline, first: given.startDate ?? createdAt, last: null }]);
  }

  /** What the consultant form does: own days as given, and another upline than the one shown holds from today. */
  edit(key: number, own: OwnDays, upline: Upline): Refusal | undefined {
    if (isReversed(own.startDate, own.endDate)) return 'invalid';
    if (upline === key) return 'invalid';
    if (upline !== this.shownUpline(key)) {
      const refusal = this.rewrite(key, this.movedFromToday(key, upline));
      if (refusal) return refusal;
    }
    Object.assign(this.consultant(key), own);
    return undefined;
  }

  addPeriod(key: number, period: Period): Refusal | undefined {
    return this.rewriteWith(key, this.consultant(key).periods, period);
  }

  correctPeriod(key: number, index: number, period: Period): Refusal | undefined {
    return this.rewriteWith(key, this.consultant(key).periods.toSpliced(index, 1), period);
  }

  deletePeriod(key: number, index: number): void {
    this.rewrite(key, this.consultant(key).periods.toSpliced(index, 1));
  }

  deleteConsultant(key: number): Refusal | undefined {
    const hasOrders = [...this.orders.values()].some(({ consultant }) => consultant === key);
    const hasDownline = [...this.consultants.values()].some(({ periods }) =>
      periods.some(({ upline }) => upline === key),
    );
    if (hasOrders || hasDownline) return 'in_use';
    this.consultants.delete(key);
    this.uplines.delete(key);
    return undefined;
  }

  /** Writes an order, in the place of another one where `replaced` names it. */
  writeOrder(number: string, order: ModelOrder, replaced?: string): Refusal | undefined {
    if (isReversed(order.createdAt, order.paidAt)) return 'invalid';
    if (number !== replaced && this.orders.has(number)) return 'taken';
    if (replaced !== undefined) this.orders.delete(replaced);
    this.orders.set(number, order);
    return undefined;
  }

  uplineOn(key: number, day: Day): Upline | null {
    return this.uplines.get(key)?.get(day) ?? null;
  }

  /** The upline in force today, else the last that was, else the first to come. */
  shownUpline(key: number): Upline | null {
    const days = [...(this.uplines.get(key)?.keys() ?? [])].toSorted();
    const day = days.findLast((day) => day <= this.today) ?? days[0];
    return day === undefined ? null : this.uplineOn(key, day);
  }

  /** Everyone who stood in a consultant's network on a day of the window, with what they ordered on such days. */
  network(above: number, depth: 'direct' | 'total', { startDate, endDate }: Days): Map<number, Membership> {
    const members = new Map<number, Membership>();
    for (const day of this.calendar.filter((day) => startDate <= day && day <= endDate)) {
      for (const key of this.consultants.keys()) {
        const [upline, ...further] = this.chain(key, day);
        if (upline === undefined || !this.isOwnDay(key, day)) continue;
        if (upline !== above && !(depth === 'total' && further.includes(above))) continue;
        const before = members.get(key) ?? { orders: 0, pending: 0 };
        members.set(key, {
          upline,
          orders: before.orders + this.ordered(key, day, ({ total }) => total),
          pending: before.pending + this.ordered(key, day, pendingOf),
        });
      }
    }
    return members;
  }

  /** What a consultant ordered itself, in cents. */
  ownOrders(key: number, { startDate, endDate }: Days): number {
    return this.calendar
      .filter((day) => startDate <= day && day <= endDate)
      .reduce((sum, day) => sum + this.ordered(key, day, ({ total }) => total), 0);
  }

  private ordered(key: number, day: Day, cents: (order: ModelOrder) => number): number {
    return [...this.orders.values()]
      .filter(({ consultant, createdAt }) => consultant === key && createdAt === day)
      .reduce((sum, order) => sum + cents(order), 0);
  }

  /** Who stood above on a day, nearest first. */
  private chain(key: number, day: Day): Upline[] {
    const above: Upline[] = [];
    let upline = this.uplineOn(key, day);
    while (upline !== null) {
      above.push(upline);
      if (upline === key) break;
      upline = upline === 'company' ? null : this.uplineOn(upline, day);
    }
    return above;
  }

  private isOwnDay(key: number, day: Day): boolean {
    const { startDate, endDate } = this.consultant(key);
    return (startDate === null || startDate <= day) && (endDate === null || day <= endDate);
  }

  private movedFromToday(key: number, upline: Upline): Period[] {
    const { periods } = this.consultant(key);
    const over = periods.filter(({ last }) => last !== null && last < this.today);
    const inForce = periods.find((period) => !over.includes(period) && period.first <= this.today);
    const [next, ...later] = periods.filter(({ first }) => first > this.today);
    if (inForce?.first === this.today) return periods.map((one) => (one === inForce ? { ...one, upline } : one));
    if (inForce) {
      const ended = { ...inForce, last: addDays(this.today, -1) };
      return periods.flatMap((one) => (one === inForce ? [ended, { ...inForce, upline, first: this.today }] : [one]));
    }
    if (over.length === 0 && next) return [{ ...next, upline }, ...later];
    const filling = { upline, first: this.today, last: next ? addDays(next.first, -1) : null };
    return [...over, filling, ...(next ? [next, ...later] : [])];
  }

  private rewriteWith(key: number, others: Period[], period: Period): Refusal | undefined {
    if (isReversed(period.first, period.last) || period.upline === key) return 'invalid';
    return this.rewrite(key, [...others, period]);
  }

  /** Writes the table's days anew from these periods, unless a day would have two uplines or a chain that comes back. */
  private rewrite(key: number, periods: Period[]): Refusal | undefined {
    const before = this.uplines.get(key);
    const written = new Map<Day, Upline>();
    for (const { upline, first, last } of periods) {
      for (const day of this.calendar.filter((day) => first <= day && (last === null || day <= last))) {
        if (written.has(day)) return 'overlap';
        written.set(day, upline);
      }
    }
    this.uplines.set(key, written);
    if (this.calendar.some((day) => this.chain(key, day).includes(key))) {
      this.uplines.set(key, before ?? new Map());
      return 'cycle';
    }
    this.consultant(key).periods = periods.toSorted((one, other) => (one.first < other.first ? -1 : 1));
    return undefined;
  }

  private consultant(key: number): ModelConsultant {
    const consultant = this.consultants.get(key);
    if (!consultant) throw new Error(`the model has no consultant ${key}`);
    return consultant;
  }
}

/** Paid is the payment; without one the whole total of an order that is marked as paid, else nothing. */
function pendingOf({ total, payment, paidAt }: ModelOrder): number {
  return Math.max(total - (payment ?? (paidAt === null ? 0 : total)), 0);
}

function isReversed(first: Day | null, last: Day | null): boolean {
  return first !== null && last !== null && last < first;
}

function daysOf({ startDate, endDate }: Days): Day[] {
  const days: Day[] = [];
  for (let day = startDate; day <= endDate; day = addDays(day, 1)) days.push(day);
  return days;
}
