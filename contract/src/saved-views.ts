import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId, text } from './values.ts';

/** The lists that views are kept of. */
export const viewedLists = ['consultants', 'orders', 'activity'] as const;

export type ViewedList = (typeof viewedLists)[number];

/** A list's filter, sort and columns under a name: of one administrator alone, or shared with all. */
const savedView = z.object({
  id: z.int(),
  list: z.enum(viewedLists),
  name: z.string(),
  /** The list's address from the question mark on, without it. */
  query: z.string(),
  shared: z.boolean(),
  /** Whether the caller made it; only who did may change it. */
  own: z.boolean(),
  madeBy: z.string(),
});

export type SavedView = z.infer<typeof savedView>;

const viewBody = z.strictObject({
  list: z.enum(viewedLists, { error: 'Lista inválida' }),
  name: text('Nome é obrigatório', 60),
  query: withDefault(z.string().check(z.maxLength(4000, 'No máximo 4000 caracteres')), ''),
  shared: z.boolean({ error: 'true ou false' }),
});

export type SavedViewBody = z.output<typeof viewBody>;

const one = z.object({ id: rowId });

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/views',
    summary: 'As minhas vistas guardadas e as partilhadas, por nome',
    access: 'admin',
    response: z.object({ results: z.array(savedView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/views',
    summary: 'Guardar uma vista',
    access: 'admin',
    body: viewBody,
    response: savedView,
    status: 201,
    errors: [409],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/views/:id',
    summary: 'Alterar uma vista guardada',
    access: 'admin',
    params: one,
    body: viewBody,
    response: savedView,
    errors: [404, 409],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/v1/views/:id',
    summary: 'Apagar uma vista guardada',
    access: 'admin',
    params: one,
    errors: [404],
  }),
};
