import * as z from 'zod/mini';
import { statuses } from './consultants.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { text } from './values.ts';

/** The most matches of each kind in one answer. */
export const mostMatches = 6;

const results = z.object({
  /** By name (every word), Código IK, email and NIF; an exact code, email or NIF first. */
  consultants: z.array(
    z.object({ id: z.int(), internalId: z.string(), name: z.string(), email: z.string(), status: z.enum(statuses) }),
  ),
  /** By number, an exact one first. */
  orders: z.array(
    z.object({
      id: z.int(),
      ecommerceId: z.string(),
      createdAt: z.string(),
      total: money,
      consultantName: z.nullable(z.string()),
    }),
  ),
  /** By file name, the latest first. */
  imports: z.array(z.object({ id: z.int(), fileName: z.string(), loadedAt: z.string() })),
});

export type SearchResults = z.infer<typeof results>;

export const searching = {
  everything: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Consultores, encomendas e ficheiros que correspondem a um texto',
    access: 'admin',
    query: z.strictObject({ text: text('Texto obrigatório') }),
    response: results,
  }),
};
