import { isDeepStrictEqual as isEqual } from 'node:util';
import { mergeCounts } from '@rede/api/background/counts';
import { Rollups } from '@rede/api/background/rollups';
import { addDays } from '@rede/contract/days';
import { sql } from 'kysely';
import { type ModelConsultantForm, NetworkModel } from './network-model.ts';
import { found, planOrders, unknownCode } from './network-order-plans.ts';
import { expectedDecision } from './network-state.ts';
import { calendar, firstToday, mostConsultants, nth, type Someone, type Step } from './network-steps.ts';
import { type Answered, type Api, type Client, historyOf } from './start-api.ts';

const names = ['João Árvore', 'Inês', 'Zeferino da Conceição'];
const lastToday = addDays(firstToday, 20);

/** The call that a step makes, and what the model decides on the same. Once made, it may be sent and decided whenever: it is only words. */
export interface Plan {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: string;
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
  readonly api: Api;
  private readonly ids = new Map<number, number>();
  private readonly clients = new Map<number, Client>();
  /** The server's ids of the files loaded, by the model's keys. */
  readonly loadIds = new Map<number, number>();
  private made = 0;
  /** The latest change in the activity log, and the model before it; of two at once nobody knows which was the last. */
  private last: { changeId: number; before: NetworkModel | undefined } | undefined;

  constructor(api: Api) {
    this.api = api;
  }

  /** Empties the database, for a walk that begins. */
  static async begin(api: Api, nodeMembers: number): Promise<NetworkWalk> {
    await sql`
      truncate consultants, upline_periods, orders, order_imports, order_import_updates, changes, changed_records, change_counts
      restart identity
    `.execute(api.database);
    // Of so few at once that some changes are too large to be counted at once.
    await sql`update rollup_settings set min_members = ${nodeMembers}, counted_at_once = ${nodeMembers + 1}`.execute(
      api.database,
    );
    return new NetworkWalk(api);
  }

  /** Has the background worker take some steps, the smallest it can, and merge what is to be merged. */
  async upkeep(steps: number): Promise<void> {
    const rollups = new Rollups(this.api.database, () => this.model.today, {
      branches: 1,
      totals: 40,
      milliseconds: 0,
    });
    for (let step = 1; step <= steps; step += 1) await rollups.step();
    if (steps > 0) await mergeCounts(this.api.database);
  }

  get keys(): number[] {
    return [...this.model.consultants.keys()];
  }

  /** Who was ever created, deleted ones included. */
  get everyKey(): number[] {
    return [...this.ids.keys()];
  }

  /** For a consultant or a load that is about to be made. */
  nextKey(): number {
    this.made += 1;
    return this.made;
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
    return this.call({ ...plan, path: `${plan.path}/preview` });
  }

  /** Says what came of steps: the model as it is now, and whether there is another change to undo. */
  async followed(model: NetworkModel, isOne: boolean): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select id from changes where does not in ('login.bind', 'export') order by at desc limit 1
    `.execute(this.api.database);
    const changeId = rows[0]?.id;
    if (changeId !== undefined && changeId !== this.last?.changeId) {
      this.last = { changeId, before: isOne ? this.model : undefined };
    }
    this.model = model;
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

  private call({ method, path, query = '', body, file }: Plan): Promise<Answered<unknown>> {
    const { admin } = this.api;
    if (file !== undefined) return admin.upload(file, 'encomendas.csv', query);
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return admin.request(method, `${path}${query}`, sent);
  }

  private async planned(step: Step): Promise<Plan | undefined> {
    switch (step.does) {
      case 'create':
        return this.keys.length < mostConsultants ? this.create(step) : undefined;
      case 'wait':
        if (addDays(this.model.today, step.days) <= lastToday) this.model.today = addDays(this.model.today, step.days);
        return undefined;
      case 'undo the last change':
        return this.undoLast();
      case 'order':
      case 'edit order':
      case 'delete order':
      case 'change orders':
      case 'load file':
      case 'undo load':
        return planOrders(this, step);
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
        const { first, last, takes } = step.days;
        const upline = this.codeToType(step.under, key);
        return {
          method: 'POST',
          path: `${path}/history`,
          query: `?takeDays=${takes}`,
          body: { parentId: upline, startDate: first, endDate: last },
          canBeTried: true,
          decide: (model) => expectedDecision(model.addPeriod(key, upline, step.days)),
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
    const days = step.does === 'end period' ? { first: period.first, last: step.last, takes: false } : step.days;
    const upline = step.does === 'end period' ? this.model.codeOf(period.upline) : this.codeToType(step.under, key);
    return {
      method: 'PUT',
      path,
      query: `?takeDays=${days.takes}`,
      body: { parentId: upline, startDate: days.first, endDate: days.last },
      canBeTried: true,
      decide: (model) => expectedDecision(model.correctPeriod(key, period.id, upline, days)),
    };
  }

  private undoLast(): Plan | undefined {
    if (!this.last?.before) return undefined;
    const { changeId, before } = this.last;
    return {
      method: 'POST',
      path: `/api/v1/activity/${changeId}/undo`,
      body: {},
      decide: (model) => {
        const ofFile = !isEqual([...before.book.loads], [...model.book.loads]);
        return expectedDecision(ofFile ? 'in_use' : model.backTo(before));
      },
    };
  }

  private create(step: Extract<Step, { does: 'create' }>): Plan {
    const key = this.nextKey();
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
