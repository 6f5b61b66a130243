import type { Consultant, HistoryEntry } from '@rede/contract/consultants';
import { addDays } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import type { Order } from '@rede/contract/orders';
import { sql } from 'kysely';
import { type ModelOrder, NetworkModel, type Refusal, type Upline } from './network-model.ts';
import { calendar, firstToday, mostConsultants, type OrderStep, type Someone, type Step } from './network-steps.ts';
import { type Answered, type Api, type Client, historyOf } from './start-api.ts';

export const companyCode = 'IK0';
const names = ['João Árvore', 'Inês', 'Zeferino da Conceição'];
const lastToday = addDays(firstToday, 20);

/** What the model says to a step, and what the server answered. */
export interface Taken {
  refusal: Refusal | undefined;
  answered: Answered<unknown>;
}

/** Takes steps on the server and on the model alike. */
export class NetworkWalk {
  readonly model = new NetworkModel(firstToday, calendar);
  private readonly api: Api;
  private readonly forms = new Map<number, Consultant>();
  private readonly clients = new Map<number, Client>();
  private readonly orderIds = new Map<string, number>();
  private created = 0;
  private ordered = 0;

  constructor(api: Api) {
    this.api = api;
  }

  /** Empties the database, for a walk that begins. */
  static async begin(api: Api): Promise<NetworkWalk> {
    await sql`truncate consultants, upline_periods, orders restart identity`.execute(api.database);
    return new NetworkWalk(api);
  }

  get keys(): number[] {
    return [...this.model.consultants.keys()];
  }

  /** A consultant's own eyes. */
  clientOf(key: number): Client {
    return found(this.clients.get(key));
  }

  idOf(key: number): number {
    return found(this.forms.get(key)).id;
  }

  codeOf(upline: Upline): string {
    return upline === 'company' ? companyCode : found(this.model.consultants.get(upline)).code;
  }

  /** Undefined where there is nobody or nothing to take the step with. */
  async take(step: Step): Promise<Taken | undefined> {
    switch (step.does) {
      case 'create':
        return this.keys.length < mostConsultants ? this.create(step) : undefined;
      case 'wait':
        if (addDays(this.model.today, step.days) <= lastToday) this.model.today = addDays(this.model.today, step.days);
        return undefined;
      case 'order':
        this.ordered += 1;
        return this.writeOrder(`N${this.ordered}`, step.order);
      case 'order a taken number': {
        const number = nth([...this.orderIds.keys()], step.which);
        const given = { by: null, createdAt: firstToday, paidAt: null, total: 100, payment: null };
        return number === undefined ? undefined : this.writeOrder(number, given);
      }
      case 'edit order': {
        const number = nth([...this.orderIds.keys()], step.which);
        return number === undefined ? undefined : this.writeOrder(number, step.order, number);
      }
      case 'delete order': {
        const number = nth([...this.orderIds.keys()], step.which);
        return number === undefined ? undefined : this.deleteOrder(number);
      }
      default: {
        const key = nth(this.keys, step.who);
        return key === undefined ? undefined : this.change(key, step);
      }
    }
  }

  private async change(key: number, step: Extract<Step, { who: number }>): Promise<Taken | undefined> {
    const { model } = this;
    const consultant = found(model.consultants.get(key));
    switch (step.does) {
      case 'move': {
        const upline = this.resolve(step.under, key);
        return this.edit(key, { parentId: upline.code }, () =>
          upline.known ? model.edit(key, consultant, upline.is) : 'invalid',
        );
      }
      case 'edit own days': {
        const { startDate, endDate } = step;
        const shown = model.shownUpline(key) ?? 'company';
        return this.edit(key, { startDate, endDate, parentId: this.codeOf(shown) }, () =>
          model.edit(key, { startDate, endDate }, shown),
        );
      }
      case 'recode': {
        const internalId = consultant.code === `IK${key}` ? `IK${key}${step.suffix}` : `IK${key}`;
        const shown = model.shownUpline(key) ?? 'company';
        return this.edit(key, { internalId, parentId: this.codeOf(shown) }, () => {
          const refusal = model.edit(key, consultant, shown);
          if (!refusal) consultant.code = internalId;
          return refusal;
        });
      }
      case 'add period': {
        const upline = this.resolve(step.under, key);
        const { first, last } = step.days;
        return {
          answered: await this.api.admin.post(`/api/v1/consultants/${this.idOf(key)}/history`, {
            parentId: upline.code,
            startDate: first,
            endDate: last,
          }),
          refusal: upline.known ? model.addPeriod(key, { upline: upline.is, first, last }) : 'invalid',
        };
      }
      case 'correct period': {
        const period = nth(consultant.periods, step.which);
        if (!period) return undefined;
        const upline = this.resolve(step.under, key);
        const { first, last } = step.days;
        const index = consultant.periods.indexOf(period);
        return {
          answered: await this.correct(key, index, { parentId: upline.code, startDate: first, endDate: last }),
          refusal: upline.known ? model.correctPeriod(key, index, { upline: upline.is, first, last }) : 'invalid',
        };
      }
      case 'end period': {
        const period = nth(consultant.periods, step.which);
        if (!period) return undefined;
        const { first, upline } = period;
        const { last } = step;
        const index = consultant.periods.indexOf(period);
        return {
          answered: await this.correct(key, index, {
            parentId: this.codeOf(upline),
            startDate: first,
            endDate: last,
          }),
          refusal: model.correctPeriod(key, index, { upline, first, last }),
        };
      }
      case 'delete period': {
        const period = nth(consultant.periods, step.which);
        if (!period) return undefined;
        const index = consultant.periods.indexOf(period);
        const { id } = found((await historyOf(this.api, found(this.forms.get(key))))[index]);
        const answered = await this.api.admin.delete(`/api/v1/consultants/${this.idOf(key)}/history/${id}`);
        model.deletePeriod(key, index);
        return { answered, refusal: undefined };
      }
      case 'delete consultant': {
        const answered = await this.api.admin.delete(`/api/v1/consultants/${this.idOf(key)}`);
        return { answered, refusal: model.deleteConsultant(key) };
      }
    }
  }

  private async create(step: Extract<Step, { does: 'create' }>): Promise<Taken> {
    this.created += 1;
    const key = this.created;
    const upline = this.resolve(step.under, key);
    const { createdAt, startDate, endDate } = step;
    const name = `${names[key % names.length]} ${key}`;
    const code = `IK${key}`;
    const answered = await this.api.admin.post<Consultant>('/api/v1/consultants', {
      name,
      email: `${key}@exemplo.pt`,
      taxId: `T${key}`,
      internalId: code,
      parentId: upline.code,
      createdAt,
      startDate,
      endDate,
      status: 'ACTIVE',
    });
    const refusal = upline.known
      ? this.model.create(key, { code, name, startDate, endDate }, upline.is, createdAt)
      : 'invalid';
    if (answered.status === 201) {
      this.forms.set(key, answered.body);
      this.clients.set(key, await this.api.as(answered.body));
    }
    return { answered, refusal };
  }

  /** What the consultant form sends: everything, with what is changed. */
  private async edit(key: number, changed: Partial<Consultant>, decide: () => Refusal | undefined): Promise<Taken> {
    const body = { ...found(this.forms.get(key)), version: undefined, ...changed };
    const answered = await this.api.admin.put<Consultant>(`/api/v1/consultants/${this.idOf(key)}`, body);
    if (answered.status === 200) this.forms.set(key, answered.body);
    return { answered, refusal: decide() };
  }

  private async correct(key: number, index: number, body: unknown): Promise<Answered<HistoryEntry>> {
    const { id } = found((await historyOf(this.api, found(this.forms.get(key))))[index]);
    return this.api.admin.put(`/api/v1/consultants/${this.idOf(key)}/history/${id}`, body);
  }

  private async writeOrder(number: string, order: OrderStep, replaced?: string): Promise<Taken> {
    const by = typeof order.by === 'number' ? (nth(this.keys, order.by) ?? null) : order.by;
    const { createdAt, paidAt, total, payment } = order;
    const body = {
      ecommerceId: number,
      createdAt,
      paidAt,
      total: fromCents(total),
      totalPayment: payment === null ? null : fromCents(payment),
      consultant: by === null ? null : { internalId: by === 'unknown' ? 'IK999' : this.codeOf(by) },
    };
    const answered = await (replaced === undefined
      ? this.api.admin.post<Order>('/api/v1/orders', body)
      : this.api.admin.put<Order>(`/api/v1/orders/${this.orderIds.get(replaced)}`, body));
    const written = (consultant: number | null): ModelOrder => ({ consultant, createdAt, paidAt, total, payment });
    const refusal = by === 'unknown' ? 'invalid' : this.model.writeOrder(number, written(by), replaced);
    if (answered.status < 300) this.orderIds.set(number, answered.body.id);
    return { answered, refusal };
  }

  private async deleteOrder(number: string): Promise<Taken> {
    const answered = await this.api.admin.delete(`/api/v1/orders/${this.orderIds.get(number)}`);
    this.model.orders.delete(number);
    this.orderIds.delete(number);
    return { answered, refusal: undefined };
  }

  /** The code to type, and whom it names: nobody where it is unknown. A consultant that is only being made is not known yet. */
  private resolve(
    someone: Someone,
    key: number,
  ): { code: string; known: false } | { code: string; known: true; is: Upline } {
    if (someone === 'unknown') return { code: 'IK999', known: false };
    if (someone === 'itself') return { code: this.model.consultants.get(key)?.code ?? `IK${key}`, known: false };
    const is = someone === 'company' ? 'company' : (nth(this.keys, someone) ?? 'company');
    return { code: this.codeOf(is), known: true, is };
  }
}

/** The nth of some, counted around. */
function nth<Value>(values: readonly Value[], index: number): Value | undefined {
  return values.length === 0 ? undefined : values[index % values.length];
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the walk lost something it made');
  return value;
}
