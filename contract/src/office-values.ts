import * as z from 'zod/mini';
import { rowId } from './values.ts';

// Values of the back office's calls alone: a consultant's first page loads all of `values.ts`.

/** Somebody in a request body, as an answer shows them: accepted and ignored. */
export const ignoredPerson = z.optional(z.object({}));

/** The most rows that can be chosen one by one: a page of the largest size. */
export const mostChosen = 200;

/** Ids in a query, with commas between them. */
export const rowIds = z.pipe(
  z.pipe(
    z.transform((given) => (typeof given === 'string' ? given.split(',') : given)),
    z.array(rowId).check(z.minLength(1, 'Identificador inválido'), z.maxLength(mostChosen, `No máximo ${mostChosen}`)),
  ),
  z.transform((ids: number[]): number[] => [...new Set(ids)]),
);
