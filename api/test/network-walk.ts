import { addDays } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { type FileLine, fileOf, loadedInto } from './network-files.ts';
import { type ModelConsultantForm, NetworkModel } from './network-model.ts';
import { expectedDecision } from './network-state.ts';
import { calendar, firstToday, mostConsultants, type OrderStep, type Someone, type Step } from './network-steps.ts';
import { type Answered, type Api, type Client, historyOf } from './start-api.ts';

const unknownCode = 'IK999';
const names = ['João Árvore', 'Inês', 'Zeferino da Conceição'];
const lastToday = addDays(firstToday, 20);

/** The call that a step makes, and what the model decides on the same. Once made, it may be sent and decided whenever: it is only words. */
export interface Plan {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  file?: string;
  /** Whether the server can be asked what it would move. */
  canBeTried?: boolean;
  decide(model: NetworkModel): string;
  /** Remembers whom or what the call made. */
  remember?(made: { id: number }): Promise<void> | void;
}

/** What the model makes of steps in one order. */
export interface Outcome {
  decisions: string[];
  model: NetworkModel;
}

/** Takes steps on the server and on the model alike. */
export class NetworkWalk {
  /** Whoever takes a step says which of its outcomes this is from then on. */
  model = new NetworkModel(firstToday, calendar);
  private readonly api: Api;
  private readonly ids = new Map<number, number>();
  private readonly clients = new Map<number, Client>();
  private readonly loadIds = new Map<number, number>();
  private created = 0;
  private loaded = 0;

  constructor(api: Api) {
    this.api = api;
  }

  /** Empties the database, for a walk that begins. */
  static async begin(api: Api, hubMembers: number): Promise<NetworkWalk> {
    await sql`
      truncate consultants, upline_periods, orders, order_imports, order_import_updates restart identity
    `.execute(api.database);
    await sql`update hub_settings set members = ${hubMembers}`.execute(api.database);
    return new NetworkWalk(api);
  }

  get keys(): number[] {
    return [...this.model.consultants.keys()];
  }

  /** Who was ever created, deleted ones included. */
  get everyKey(): number[] {
    return [...this.ids.keys()];
  }

  /** A consultant's own eyes. */
  clientOf(key: number): Client {
    return found(this.clients.get(key));
  }

  idOf(key: number): number {
    return found(this.ids.get(key));
  }

  loadWithId(id: number): number {
    return found([...this.loadIds.keys()].find((key) => this.loadIds.get(key) === id));
  }

  /** The calls that steps make; those that there is nobody or nothing to take with are left out. */
  async plan(steps: Step[]): Promise<Plan[]> {
    const plans: Plan[] = [];
    for (const step of steps) {
      const plan = await this.planned(step);
      if (plan) plans.push(plan);
    }
    return plans;
  }

  /** Makes calls at once. */
  async send(plans: Plan[]): Promise<Answered<unknown>[]> {
    const answers = await Promise.all(plans.map((plan) => this.call(plan)));
    for (const [index, { status, body }] of answers.entries()) {
      if (status < 300) await plans[index]?.remember?.(body as { id: number });
    }
    return answers;
  }

  /** Asks what a call would move, without making it. */
  try(plan: Plan): Promise<Answered<unknown>> {
    return this.call({ ...plan, path: `${plan.path}/dry-run` });
  }

  /** What the model makes of calls made at once: what comes of one after the other, whichever is first. */
  outcomes(plans: Plan[]): Outcome[] {
    const orders = plans.length > 1 ? [plans, plans.toReversed()] : [plans];
    return orders.map((order) => {
      const model = this.model.copy();
      const decisions = new Map(order.map((plan) => [plan, plan.decide(model)]));
      return { model, decisions: plans.map((plan) => decisions.get(plan) ?? '') };
    });
  }

  private call({ method, path, body, file }: Plan): Promise<Answered<unknown>> {
    const { admin } = this.api;
    if (file !== undefined) return admin.upload(file, 'encomendas.csv', path.slice(path.indexOf('?')));
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return admin.request(method, path, sent);
  }

  private async planned(step: Step): Promise<Plan | undefined> {
    switch (step.does) {
      case 'create':
        return this.keys.length < mostConsultants ? this.create(step) : undefined;
      case 'wait':
        if (addDays(this.model.today, step.days) <= lastToday) this.model.today = addDays(this.model.today, step.days);
        return undefined;
      case 'order':
        return this.writeOrder(`N${step.order.number}`, step.order);
      case 'edit order': {
        const number = nth([...this.model.book.orders.keys()], step.which);
        return number === undefined ? undefined : this.writeOrder(number, step.order, await this.orderPath(number));
      }
      case 'delete order': {
        const number = nth([...this.model.book.orders.keys()], step.which);
        if (number === undefined) return undefined;
        return {
          method: 'DELETE',
          path: await this.orderPath(number),
          decide: (model) => expectedDecision(model.deleteOrder(number)),
        };
      }
      case 'load file':
        return this.load(step);
      case 'undo load': {
        const key = nth([...this.model.book.loads.keys()], step.which);
        if (key === undefined) return undefined;
        return {
          method: 'POST',
          path: `/api/v1/orders/imports/${found(this.loadIds.get(key))}/undo`,
          decide: (model) => expectedDecision(model.book.undo(key) ? undefined : 'in_use'),
        };
      }
      default: {
        const key = nth(this.keys, step.who);
        return key === undefined ? undefined : this.change(key, step);
      }
    }
  }

  private async change(key: number, step: Extract<Step, { who: number }>): Promise<Plan | undefined> {
    const { code } = found(this.model.consultants.get(key));
    const path = `/api/v1/consultants/${this.idOf(key)}`;
    switch (step.does) {
      case 'move':
        return this.edit(key, {}, this.codeToType(step.under, key));
      case 'edit own days':
        return this.edit(key, { startDate: step.startDate, endDate: step.endDate });
      case 'recode':
        return this.edit(key, { code: code === `IK${key}` ? `IK${key}${step.suffix}` : `IK${key}` });
      case 'add period': {
        const { first, last } = step.days;
        const upline = this.codeToType(step.under, key);
        return {
          method: 'POST',
          path: `${path}/history`,
          body: { parentId: upline, startDate: first, endDate: last },
          canBeTried: true,
          decide: (model) => expectedDecision(model.addPeriod(key, upline, { first, last })),
        };
      }
      case 'delete consultant':
        return { method: 'DELETE', path, decide: (model) => expectedDecision(model.deleteConsultant(key)) };
      default:
        return this.changePeriod(key, step);
    }
  }

  private async changePeriod(
    key: number,
    step: Extract<Step, { does: 'correct period' | 'end period' | 'delete period' }>,
  ): Promise<Plan | undefined> {
    const { periods } = found(this.model.consultants.get(key));
    const period = nth(periods, step.which);
    if (!period) return undefined;
    const { id } = found((await historyOf(this.api, { id: this.idOf(key) }))[periods.indexOf(period)]);
    const path = `/api/v1/consultants/${this.idOf(key)}/history/${id}`;
    if (step.does === 'delete period') {
      const decide = (model: NetworkModel) => expectedDecision(model.deletePeriod(key, period.id));
      return { method: 'DELETE', path, canBeTried: true, decide };
    }
    const { first, last } = step.does === 'end period' ? { first: period.first, last: step.last } : step.days;
    const upline = step.does === 'end period' ? this.model.codeOf(period.upline) : this.codeToType(step.under, key);
    return {
      method: 'PUT',
      path,
      body: { parentId: upline, startDate: first, endDate: last },
      canBeTried: true,
      decide: (model) => expectedDecision(model.correctPeriod(key, period.id, upline, { first, last })),
    };
  }

  private create(step: Extract<Step, { does: 'create' }>): Plan {
    this.created += 1;
    const key = this.created;
    const upline = this.codeToType(step.under, key);
    const { createdAt, startDate, endDate } = step;
    const form = { code: `IK${key}`, name: `${names[key % names.length]} ${key}`, startDate, endDate };
    return {
      method: 'POST',
      path: '/api/v1/consultants',
      body: { ...formBody(key, form), createdAt, parentId: upline },
      decide: (model) => expectedDecision(model.create(key, form, upline, createdAt)),
      remember: async ({ id }) => {
        this.ids.set(key, id);
        this.clients.set(key, await this.api.as({ email: emailOf(key) }));
      },
    };
  }

  /** What the consultant form sends: everything, with what is changed. */
  private edit(
    key: number,
    changed: Partial<ModelConsultantForm>,
    upline = this.model.codeOf(this.model.shownUpline(key) ?? 'company'),
  ): Plan {
    const { periods: _, ...shown } = found(this.model.consultants.get(key));
    const form = { ...shown, ...changed };
    return {
      method: 'PUT',
      path: `/api/v1/consultants/${this.idOf(key)}`,
      body: { ...formBody(key, form), createdAt: firstToday, parentId: upline },
      canBeTried: true,
      decide: (model) => expectedDecision(model.edit(key, form, upline)),
    };
  }

  private writeOrder(number: string, step: OrderStep, path?: string): Plan {
    const code = this.codeOfBuyer(step.by);
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

  private async orderPath(number: string): Promise<string> {
    const { body } = await this.api.admin.get<Page<Order>>('/api/v1/orders?pageSize=200');
    return `/api/v1/orders/${found(body.results.find(({ ecommerceId }) => ecommerceId === number)).id}`;
  }

  private load({ how, isPortuguese, lines }: Extract<Step, { does: 'load file' }>): Plan {
    this.loaded += 1;
    const key = this.loaded;
    const isTrial = how.startsWith('try');
    const updateExisting = how.endsWith('update');
    const written = lines.map(({ order, flaw }): FileLine => ({
      order,
      flaw,
      number: `N${order.number}`,
      code: this.codeOfBuyer(order.by),
    }));
    return {
      method: 'POST',
      path: `/api/v1/orders/csv?dryRun=${isTrial}&updateExisting=${updateExisting}`,
      file: fileOf(written, isPortuguese),
      decide: (model) => loadedInto(isTrial ? model.copy() : model, key, written, updateExisting),
      remember: ({ id }) => {
        if (!isTrial) this.loadIds.set(key, id);
      },
    };
  }

  private codeOfBuyer(by: OrderStep['by']): string | null {
    if (by === 'unknown') return unknownCode;
    const key = by === null ? undefined : nth(this.keys, by);
    return key === undefined ? null : this.model.codeOf(key);
  }

  /** The code that names somebody now; the consultant itself may be only being made. */
  private codeToType(someone: Someone, key: number): string {
    if (someone === 'unknown') return unknownCode;
    if (someone === 'itself') return this.model.consultants.get(key)?.code ?? `IK${key}`;
    return this.model.codeOf(someone === 'company' ? someone : (nth(this.keys, someone) ?? 'company'));
  }
}

const emailOf = (key: number) => `${key}@exemplo.pt`;

function formBody(key: number, { code, ...form }: ModelConsultantForm) {
  return { ...form, internalId: code, email: emailOf(key), taxId: `T${key}`, status: 'ACTIVE' };
}

/** The nth of some, counted around. */
function nth<Value>(values: readonly Value[], index: number): Value | undefined {
  return values.length === 0 ? undefined : values[index % values.length];
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the walk lost something it made');
  return value;
}
