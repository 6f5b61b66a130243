import * as z from 'zod/mini';
import { day, inOrder } from './days.ts';
import { endpoint } from './endpoint.ts';
import { flag, pageOf, paging, rowId, search } from './values.ts';

/** What somebody did, and what people call it. `script`: a write from outside the application. */
export const actionNames = {
  'consultant.create': 'Criar consultor',
  'consultant.update': 'Alterar consultor',
  'consultant.delete': 'Apagar consultor',
  'period.create': 'Acrescentar período',
  'period.update': 'Corrigir período',
  'period.delete': 'Apagar período',
  'order.create': 'Criar encomenda',
  'order.update': 'Alterar encomenda',
  'order.delete': 'Apagar encomenda',
  'consultants.change': 'Alterar vários consultores',
  'orders.change': 'Alterar várias encomendas',
  'file.load': 'Carregar ficheiro',
  'file.correct': 'Corrigir linhas de um ficheiro',
  'file.undo': 'Anular carregamento',
  'status-word.set': 'Explicar palavra de pagamento',
  'login.invite': 'Enviar convite',
  'login.bind': 'Ligar login',
  export: 'Exportar',
  view: 'Ver como consultor',
  undo: 'Anular',
  script: 'De fora da aplicação',
};

export type Action = keyof typeof actionNames;

const actions = Object.keys(actionNames) as Action[];

export const recordKinds = ['consultant', 'period', 'order'] as const;

export type RecordKind = (typeof recordKinds)[number];

/** What the forms call the fields of a record, by kind and wire name. */
export const fieldNames: Readonly<Record<RecordKind, Readonly<Record<string, string>>>> = {
  consultant: {
    name: 'Nome Completo',
    email: 'Email',
    taxId: 'NIF',
    internalId: 'Código IK',
    createdAt: 'Data de Registo',
    startDate: 'Data de Inicio',
    endDate: 'Data de Fim',
    status: 'Status',
  },
  period: { parentId: 'Upline', startDate: 'Data Início', endDate: 'Data Fim' },
  order: {
    ecommerceId: 'Número de encomenda',
    couponCode: 'Cupão',
    createdAt: 'Data de Encomenda',
    paidAt: 'Data de Pagamento',
    total: 'Valor da Encomenda',
    totalPayment: 'Valor Pago',
    'consultant.internalId': 'Consultor',
  },
};

/** A record that a change created (no field has a `before`), changed, or deleted (no field has an `after`). */
const changedRecord = z.object({
  kind: z.enum(recordKinds),
  id: z.int(),
  /** What people know it by: an order's number, a consultant's code and name, the code and name of a period's consultant. */
  name: z.string(),
  /** The consultant's id, of a period and of a consultant; null for an order. */
  consultantId: z.nullable(z.int()),
  /** Whether it is there now. */
  exists: z.boolean(),
  /** The fields that differ, by their wire names, as text; a NIF is masked. */
  fields: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});

export type ChangedRecord = z.infer<typeof changedRecord>;

/** Something that somebody did, in one transaction. */
const change = z.object({
  id: z.int(),
  /** A UTC instant, ISO 8601. */
  at: z.string(),
  /** As the login named them then; null for a write from outside the application. */
  by: z.nullable(z.string()),
  does: z.enum(actions),
  /** What it was about where no record says so: a file's name, what was exported, whom somebody viewed as. */
  about: z.nullable(z.string()),
  /** The import of a file, or the consultant of a view or a login; null for others. */
  aboutId: z.nullable(z.int()),
  /** How many records it changed; `records` has the first of them. */
  recordCount: z.int(),
  records: z.array(changedRecord),
  /** The change that this one undid, and the one that undid this one. */
  undoes: z.nullable(z.int()),
  undoneBy: z.nullable(z.object({ id: z.int(), at: z.string(), by: z.nullable(z.string()) })),
  /** Whether it can be undone, as far as is known before it is tried. */
  canUndo: z.boolean(),
});

export type Change = z.infer<typeof change>;

const filter = {
  /** Part of the name of who did it. */
  by: search,
  does: z.optional(z.enum(actions, { error: 'Acção inválida' })),
  /** Part of what a record is known by. */
  record: search,
  consultantId: z.optional(rowId),
  orderId: z.optional(rowId),
  importId: z.optional(rowId),
  dateStart: z.optional(day()),
  dateEnd: z.optional(day()),
  undone: flag,
};

const reversed = 'A data final não pode ser anterior à data inicial';
const activitySelection = inOrder(z.strictObject(filter), 'dateStart', 'dateEnd', reversed);
const activityQuery = inOrder(z.strictObject({ ...filter, ...paging() }), 'dateStart', 'dateEnd', reversed);

export type ActivitySelection = z.output<typeof activitySelection>;
export type ActivityQuery = z.output<typeof activityQuery>;

const one = z.object({ id: rowId });

export const activity = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/activity',
    summary: 'Quem fez o quê e quando, do mais recente para o mais antigo',
    access: 'admin',
    query: activityQuery,
    response: pageOf(change),
  }),
  spreadsheet: endpoint({
    method: 'GET',
    path: '/api/v1/activity/xls',
    summary: 'Todo o registo de actividade do filtro, em folha de cálculo',
    access: 'admin',
    query: activitySelection,
    download: 'actividade.xlsx',
  }),
  records: endpoint({
    method: 'GET',
    path: '/api/v1/activity/:id/records',
    summary: 'Os registos que uma acção alterou',
    access: 'admin',
    params: one,
    query: z.strictObject(paging()),
    response: pageOf(changedRecord),
    errors: [404],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/activity/:id/undo',
    summary: 'Anular uma acção inteira, enquanto ninguém mexeu no que ela alterou',
    access: 'admin',
    params: one,
    response: change,
    errors: [404, 409],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/activity/:kind/:recordId/restore',
    summary: 'Repor um registo apagado, com o seu identificador, histórico e versão',
    access: 'admin',
    params: z.object({ kind: z.enum(recordKinds, { error: 'Tipo inválido' }), recordId: rowId }),
    response: change,
    errors: [404, 409],
  }),
};
