import * as z from 'zod/mini';
import { day, inOrder } from './days.ts';
import { endpoint } from './endpoint.ts';
import { impactPreview } from './history.ts';
import { ignoredPerson, rowIds } from './office-values.ts';
import { code, flag, ignoredId, pageOf, paging, rowId, search, sortedBy, text, version } from './values.ts';

export const statuses = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const;

export type Status = (typeof statuses)[number];

const status = z.enum(statuses);

/**
 * Whether a nine-digit NIF has a valid check digit. Weights the first eight digits 9 to 2 from the left, sums them and takes the remainder
 * modulo 11; the check digit is 11 minus the remainder, or 0 where that is 10 or 11. (The rule of the Autoridade Tributária.)
 */
export function hasNifCheckDigit(nif: string): boolean {
  const digits = [...nif].map(Number);
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * (9 - index), 0);
  const expected = 11 - (sum % 11);
  return digits[8] === (expected > 9 ? 0 : expected);
}

const nineDigits = /^(\d\s?){8}\d$/;

/**
 * Nine digits, with or without spaces, are a Portuguese NIF: checked, and stored without spaces. Any other tax id is accepted as it is, for
 * foreign consultants.
 */
const taxId = text('NIF é obrigatório', 40).check(
  z.overwrite((value) => (nineDigits.test(value) ? value.replace(/\s/g, '') : value)),
  z.refine((value) => !nineDigits.test(value) || hasNifCheckDigit(value), 'NIF inválido'),
);

/** A consultant. `parentId` is its upline's code (not an id), derived from the upline history. */
const consultant = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  taxId: z.string(),
  internalId: z.string(),
  parentId: z.nullable(z.string()),
  createdAt: z.string(),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  status,
  version: z.int(),
  /** Whose code `parentId` is; null for the company and where there is no upline. */
  upline: z.nullable(z.object({ id: z.int(), name: z.string() })),
});

export type Consultant = z.infer<typeof consultant>;

export const consultantBody = inOrder(
  z.strictObject({
    id: ignoredId,
    name: text('Nome é obrigatório').check(
      // Counts code points, as the database does: an emoji is one character.
      z.refine((name) => [...name].length >= 2, 'Nome deve ter pelo menos 2 caracteres'),
    ),
    email: z.pipe(text('Email é obrigatório', 254), z.email('Email inválido')),
    taxId,
    internalId: code('Código IK é obrigatório'),
    parentId: code('Código Upline é obrigatório'),
    createdAt: day('Data de Registo é obrigatória'),
    startDate: z.optional(day()),
    endDate: z.optional(day()),
    status: z.enum(statuses, {
      error: (issue) => (issue.input === undefined ? 'Status é obrigatório' : 'Status inválido'),
    }),
    version,
    upline: ignoredPerson,
  }),
  'startDate',
  'endDate',
  'A Data de Fim não pode ser anterior à Data de Inicio',
);

export type ConsultantBody = z.output<typeof consultantBody>;

/** The sortable columns of the list. */
export const consultantColumns = ['name', 'email', 'internalId', 'parentId', 'createdAt', 'status'] as const;

/** A filter of consultants; all that is given must hold. */
const consultantFilter = {
  ids: z.optional(rowIds),
  name: search,
  email: search,
  internalId: search,
  parentId: search,
  dateStart: z.optional(day()),
  dateEnd: z.optional(day()),
  status: z.optional(z.enum(statuses, { error: 'Status inválido' })),
  /** Nobody's, not even the company's, today. */
  withoutUpline: flag,
};

const sort = { sort: sortedBy(consultantColumns, 'name') };

const reversed = 'A data final não pode ser anterior à data inicial';

const onlyFilter = inOrder(z.strictObject(consultantFilter), 'dateStart', 'dateEnd', reversed);
const consultantSelection = inOrder(z.strictObject({ ...consultantFilter, ...sort }), 'dateStart', 'dateEnd', reversed);
const consultantQuery = inOrder(
  z.strictObject({ ...consultantFilter, ...sort, ...paging() }),
  'dateStart',
  'dateEnd',
  reversed,
);

/** A filter alone. */
export type ConsultantFilter = z.output<typeof onlyFilter>;

/** A filter with a sort: with a page it is a list's query, without one an export's. */
export type ConsultantSelection = z.output<typeof consultantSelection>;
export type ConsultantQuery = z.output<typeof consultantQuery>;

/** A match for the text in a code field; `id` and `status` are null for the company, which is no consultant. */
const suggestion = z.object({
  id: z.nullable(z.int()),
  internalId: z.string(),
  name: z.string(),
  status: z.nullable(status),
});

export type Suggestion = z.infer<typeof suggestion>;

/** The most suggestions in one answer. */
export const mostSuggestions = 10;

export type ConsultantChange = { does: 'status'; status: Status } | { does: 'delete' };

// One object and no union, which would bring a consultant's first page more of zod.
const consultantChange = z.pipe(
  z
    .strictObject({
      does: z.enum(['status', 'delete'], { error: 'Acção inválida' }),
      status: z.optional(z.enum(statuses, { error: 'Status inválido' })),
    })
    .check(
      z.refine(({ does, status }) => (does === 'status') === (status !== undefined), {
        path: ['status'],
        error: 'Status é obrigatório, e só para o mudar',
      }),
    ),
  z.transform((change) => change as ConsultantChange),
);

/** A change of all consultants that match a filter. */
const consultantsChange = { filter: onlyFilter, change: consultantChange };

/** What it would do: `changing` of all `consultants` that match; the others stay as they are, each for one of the reasons. */
const changePreview = z.object({
  consultants: z.int(),
  changing: z.int(),
  skipped: z.array(z.object({ reason: z.string(), consultants: z.int() })),
});

export type ConsultantsChangePreview = z.infer<typeof changePreview>;

/** Somebody in a chain of uplines; `id` and `status` are null for the company, the end of a whole chain. */
const chainLink = z.object({
  id: z.nullable(z.int()),
  internalId: z.string(),
  name: z.string(),
  status: z.nullable(status),
});

export type ChainLink = z.infer<typeof chainLink>;

const one = z.object({ id: rowId });

export const consultants = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/consultants',
    summary: 'Lista de consultores',
    access: 'admin',
    query: consultantQuery,
    response: pageOf(consultant),
  }),
  spreadsheet: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/xls',
    summary: 'Todos os consultores do filtro, em folha de cálculo',
    access: 'admin',
    query: consultantSelection,
    download: 'consultores.xlsx',
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/suggestions',
    summary: 'Consultores cujo código ou nome contém um texto, os mais parecidos primeiro',
    access: 'admin',
    query: z.strictObject({ text: search, withCompany: flag }),
    response: z.object({ results: z.array(suggestion) }),
  }),
  nearest: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/nearest',
    summary: 'Consultores cujo código ou nome se parece com um texto, os mais parecidos primeiro',
    access: 'admin',
    query: z.strictObject({ text: text('Texto obrigatório') }),
    response: z.object({ results: z.array(suggestion) }),
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/api/v1/consultants/change/preview',
    summary: 'O que alterar todos os consultores do filtro faria, sem alterar nada',
    access: 'admin',
    body: z.strictObject(consultantsChange),
    response: changePreview,
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/v1/consultants/change',
    summary: 'Alterar todos os consultores do filtro, numa só transacção',
    access: 'admin',
    // `expected`: how many consultants matched when it was previewed; 409 where other ones do by now.
    body: z.strictObject({ ...consultantsChange, expected: z.int() }),
    // `changeId` names it in the activity log; it can be undone as a whole there.
    response: z.object({ changeId: z.int(), changed: z.int() }),
    errors: [409],
  }),
  uplines: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/:id/uplines',
    summary: 'A cadeia de uplines de um consultor num dia, do seu até ao topo',
    access: 'admin',
    params: one,
    query: z.strictObject({ day: z.optional(day()) }),
    response: z.object({ day: z.string(), chain: z.array(chainLink) }),
    errors: [404],
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/v1/consultants/:id/view',
    summary: 'Registar que se vai ver o dashboard como este consultor o vê',
    access: 'admin',
    params: one,
    errors: [404],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/:id',
    summary: 'Um consultor',
    access: 'admin',
    params: one,
    response: consultant,
    errors: [404],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/consultants',
    summary: 'Criar um consultor, com o seu primeiro período',
    access: 'admin',
    body: consultantBody,
    response: consultant,
    status: 201,
    errors: [409],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/consultants/:id',
    summary: 'Alterar um consultor; um Código Upline novo vale a partir de hoje',
    access: 'admin',
    params: one,
    body: consultantBody,
    response: consultant,
    errors: [404, 409],
  }),
  previewUpdate: endpoint({
    method: 'PUT',
    path: '/api/v1/consultants/:id/preview',
    summary: 'O que alterar um consultor moveria de rede, sem alterar nada',
    access: 'admin',
    params: one,
    body: consultantBody,
    response: impactPreview,
    errors: [404, 409],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/v1/consultants/:id',
    summary: 'Apagar um consultor sem encomendas nem rede',
    access: 'admin',
    params: one,
    errors: [404, 409],
  }),
};
