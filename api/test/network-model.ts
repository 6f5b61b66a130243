import { addDays, type Day, monthsBefore } from '@rede/contract/days';
import { type ChangeOfMany, type ModelOrder, OrderBook } from './network-orders.ts';

export const companyCode = 'IK0';

/** Somebody to stand under: a consultant by its key, or the company. */
export type Upline = number | 'company';

export interface Stretch {
  upline: Upline;
  first: Day;
  /** Null: open. */
  last: Day | null;
}

export interface PeriodDays extends Omit<Stretch, 'upline'> {
  /** From other periods that hold on them, which are refused otherwise. */
  takes: boolean;
}

export type GivenOrder = Omit<ModelOrder, 'consultant'>;

export interface Period extends Stretch {
  /** Stays the same while a period is corrected or moved to another upline. */
  id: number;
}

export interface OwnDays {
  startDate: Day | null;
  endDate: Day | null;
}

/** What the consultant form says of a consultant, as far as it matters here. */
export interface ModelConsultantForm extends OwnDays {
  code: string;
  name: string;
}

export interface ModelConsultant extends ModelConsultantForm {
  /** Oldest first. */
  periods: readonly Period[];
}

/** Why a step is refused. */
/** A change of many orders as it is asked for. */
export type ManyChange = Exclude<ChangeOfMany, { does: 'assign' }> | { does: 'assign'; code: string };

export type Refusal = 'invalid' | 'not_found' | 'taken' | 'overlap' | 'cycle' | 'in_use' | 'stale';

export interface Days {
  startDate: Day;
  endDate: Day;
}

/**
 * The rules of the network once more, as naively as they can be said: a table of who stood under whom on every single day. A calendar
 * bounds the days; its last one stands for all that come after.
 */
export class NetworkModel {
  today: Day;
  readonly calendar: readonly Day[];
  readonly consultants = new Map<number, ModelConsultant>();
  book = new OrderBook();
  private periodsMade = 0;
  /** Who a consultant stood under, by day. */
  private readonly uplines = new Map<number, Map<Day, Upline>>();

  constructor(today: Day, calendar: readonly Day[]) {
    this.today = today;
    this.calendar = calendar;
  }

  /** Another one in the same state, to see what would become of it. */
  copy(): NetworkModel {
    const copy = new NetworkModel(this.today, this.calendar);
    for (const [key, consultant] of this.consultants) copy.consultants.set(key, { ...consultant });
    for (const [key, uplines] of this.uplines) copy.uplines.set(key, uplines);
    copy.book = this.book.copy();
    copy.periodsMade = this.periodsMade;
    return copy;
  }

  /** Whom a code names, if anybody. */
  named(code: string): Upline | undefined {
    if (code === companyCode) return 'company';
    return [...this.consultants.keys()].find((key) => this.consultants.get(key)?.code === code);
  }

  get defaultWindow(): Days {
    return { startDate: monthsBefore(this.today, 3), endDate: this.today };
  }

  codeOf(upline: Upline): string {
    return upline === 'company' ? companyCode : this.consultant(upline).code;
  }

  create(key: number, given: ModelConsultantForm, upline: string, createdAt: Day): Refusal | undefined {
    const is = this.named(upline);
    if (isReversed(given.startDate, given.endDate) || is === undefined) return 'invalid';
    this.consultants.set(key, { ...given, periods: [] });
    return this.rewrite(key, [this.period({ upline: is, first: given.startDate ?? createdAt, last: null })]);
  }

  /** What the consultant form does: everything as given, and another upline than the one shown holds from today. */
  edit(key: number, form: ModelConsultantForm, uplineCode: string): Refusal | undefined {
    if (isReversed(form.startDate, form.endDate)) return 'invalid';
    if (!this.consultants.has(key)) return 'not_found';
    const upline = this.named(uplineCode);
    if (upline === undefined || upline === key) return 'invalid';
    if (upline !== this.shownUpline(key)) {
      const refusal = this.rewrite(key, this.movedFromToday(key, upline));
      if (refusal) return refusal;
    }
    Object.assign(this.consultant(key), form);
    return undefined;
  }

  addPeriod(key: number, uplineCode: string, days: PeriodDays): Refusal | undefined {
    if (isReversed(days.first, days.last)) return 'invalid';
    if (!this.consultants.has(key)) return 'not_found';
    const upline = this.named(uplineCode);
    if (upline === undefined || upline === key) return 'invalid';
    return this.put(key, this.period({ upline, ...days }), this.consultant(key).periods, days);
  }

  correctPeriod(key: number, id: number, uplineCode: string, days: PeriodDays): Refusal | undefined {
    if (isReversed(days.first, days.last)) return 'invalid';
    const others = this.periodsBut(key, id);
    if (!others) return 'not_found';
    const upline = this.named(uplineCode);
    if (upline === undefined || upline === key) return 'invalid';
    return this.put(key, { id, upline, ...days }, others, days);
  }

  deletePeriod(key: number, id: number): Refusal | undefined {
    const others = this.periodsBut(key, id);
    return others ? this.rewrite(key, others) : 'not_found';
  }

  deleteConsultant(key: number): Refusal | undefined {
    if (!this.consultants.has(key)) return 'not_found';
    const hasOrders = [...this.book.orders.values()].some(({ consultant }) => consultant === key);
    const hasDownline = [...this.consultants.values()].some(({ periods }) =>
      periods.some(({ upline }) => upline === key),
    );
    if (hasOrders || hasDownline) return 'in_use';
    this.consultants.delete(key);
    this.uplines.delete(key);
    return undefined;
  }

  /** Writes an order of whom a code names, in the place of the one of its number where there is to be one. */
  writeOrder(number: string, code: string | null, given: GivenOrder, isThere: boolean): Refusal | undefined {
    if (isReversed(given.createdAt, given.paidAt)) return 'invalid';
    if (isThere && !this.book.orders.has(number)) return 'not_found';
    const order = this.orderOf(code, given);
    if (!order) return 'invalid';
    if (!isThere && this.book.orders.has(number)) return 'taken';
    if (isThere) this.book.change(number, order);
    else this.book.create(number, order);
    return undefined;
  }

  deleteOrder(number: string): Refusal | undefined {
    return this.book.orders.delete(number) ? undefined : 'not_found';
  }

  /** The numbers of the orders of some days. */
  ordersWithin({ startDate, endDate }: Days): string[] {
    return [...this.book.orders]
      .filter(([, { createdAt }]) => createdAt >= startDate && createdAt <= endDate)
      .map(([number]) => number);
  }

  /** Changes the orders of some days, if there are as many as expected. */
  changeOrders(days: Days, change: ManyChange, expected: number): Refusal | undefined {
    const consultant = change.does === 'assign' ? this.named(change.code) : undefined;
    if (change.does === 'assign' && typeof consultant !== 'number') return 'invalid';
    const numbers = this.ordersWithin(days);
    if (numbers.length !== expected) return 'stale';
    const understood = change.does === 'assign' ? { does: change.does, consultant: Number(consultant) } : change;
    return this.book.changeMany(numbers, understood) === 0 ? 'invalid' : undefined;
  }

  /** Undoes what was changed since another model of this network was copied from it. */
  backTo(former: NetworkModel): undefined {
    this.consultants.clear();
    this.uplines.clear();
    for (const [key, consultant] of former.consultants) this.consultants.set(key, { ...consultant });
    for (const [key, uplines] of former.uplines) this.uplines.set(key, uplines);
    this.book.backTo(former.book);
  }

  /** An order that is nobody's, or of the consultant whom a code names; undefined where it names none. */
  orderOf(code: string | null, given: GivenOrder): ModelOrder | undefined {
    const consultant = code === null ? null : this.named(code);
    return consultant === undefined || consultant === 'company' ? undefined : { consultant, ...given };
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

  /** Who stood above on a day, nearest first. */
  chain(key: number, day: Day): Upline[] {
    const above: Upline[] = [];
    let upline = this.uplineOn(key, day);
    while (upline !== null) {
      above.push(upline);
      if (upline === key) break;
      upline = upline === 'company' ? null : this.uplineOn(upline, day);
    }
    return above;
  }

  isOwnDay(key: number, day: Day): boolean {
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
      const begun = this.period({ upline, first: this.today, last: inForce.last });
      return periods.flatMap((one) => (one === inForce ? [ended, begun] : [one]));
    }
    if (over.length === 0 && next) return [{ ...next, upline }, ...later];
    const filling = this.period({ upline, first: this.today, last: next ? addDays(next.first, -1) : null });
    return [...over, filling, ...(next ? [next, ...later] : [])];
  }

  private period({ upline, first, last }: Stretch): Period {
    this.periodsMade += 1;
    return { id: this.periodsMade, upline, first, last };
  }

  /** Puts a period beside others of a consultant, which keep what is left of their days where it takes some. */
  private put(key: number, period: Period, others: readonly Period[], { first, last, takes }: PeriodDays) {
    if (!takes) return this.rewrite(key, [...others, period]);
    const isApart = (other: Period) =>
      (last !== null && last < other.first) || (other.last !== null && other.last < first);
    const left = others.flatMap((other) => {
      if (isApart(other)) return [other];
      const before = other.first < first ? [{ ...other, last: addDays(first, -1) }] : [];
      const goesOn = last !== null && (other.last === null || last < other.last);
      const after = goesOn ? [this.period({ ...other, first: addDays(last, 1) })] : [];
      return [...before, ...after];
    });
    return this.rewrite(key, [...left, period]);
  }

  /** A consultant's other periods; undefined where it has no such period. */
  private periodsBut(key: number, id: number): Period[] | undefined {
    const periods = this.consultants.get(key)?.periods ?? [];
    return periods.some((period) => period.id === id) ? periods.filter((period) => period.id !== id) : undefined;
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

  consultant(key: number): ModelConsultant {
    const consultant = this.consultants.get(key);
    if (!consultant) throw new Error(`the model has no consultant ${key}`);
    return consultant;
  }
}

function isReversed(first: Day | null, last: Day | null): boolean {
  return first !== null && last !== null && last < first;
}
