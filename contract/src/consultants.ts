import * as z from 'zod/mini';
import { day, inOrder } from './days.ts';
import { endpoint } from './endpoint.ts';
import { impactPreview } from './history.ts';
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
  }),
  'startDate',
  'endDate',
  'A Data de Fim não pode ser anterior à Data de Inicio',
);

export type ConsultantBody = z.output<typeof consultantBody>;

/** The sortable columns of the list. */
export const consultantColumns = ['name', 'email', 'internalId', 'parentId', 'createdAt', 'status'] as const;

const consultantFilter = {
  name: search,
  email: search,
  internalId: search,
  parentId: search,
  dateStart: z.optional(day()),
  dateEnd: z.optional(day()),
  status: z.optional(z.enum(statuses, { error: 'Status inválido' })),
  sort: sortedBy(consultantColumns, 'name'),
};

const reversed = 'A data final não pode ser anterior à data inicial';

const consultantSelection = inOrder(z.strictObject(consultantFilter), 'dateStart', 'dateEnd', reversed);
const consultantQuery = inOrder(z.strictObject({ ...consultantFilter, ...paging() }), 'dateStart', 'dateEnd', reversed);

/** A filter with a sort: with a page it is a list's query, without one an export's. */
export type ConsultantSelection = z.output<typeof consultantSelection>;
export type ConsultantQuery = z.output<typeof consultantQuery>;

/** A match for the text in a code field; `status` is null for the company, which is no consultant. */
const suggestion = z.object({ internalId: z.string(), name: z.string(), status: z.nullable(status) });

export type Suggestion = z.infer<typeof suggestion>;

/** The most suggestions in one answer. */
export const mostSuggestions = 10;

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
