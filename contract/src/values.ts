import { z } from 'zod';

/** Text a person must give; trimmed, never blank. */
export function text(required: string, most = 200) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? required : 'Texto inválido') })
    .trim()
    .min(1, required)
    .max(most, `No máximo ${most} caracteres`)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'Contém caracteres inválidos');
}

/** Text to search for, matched anywhere without regard to case or accents. */
export const search = text('Texto obrigatório').optional();

/** An id that a request body may carry and that nobody reads: the path says which row is meant. */
export const ignoredId = z.union([z.number(), z.string()]).optional();

export const rowId = z.coerce.number({ error: 'Identificador inválido' }).int().min(1).max(Number.MAX_SAFE_INTEGER);

/** The version a PUT may send back; a stale one is refused. Left out, the write goes through. */
export const version = z.int({ error: 'Versão inválida' }).min(1).optional();

/** Which page, counted from 0, of how many rows; history alone may ask for everything at once. */
export function paging(largestPage = 200) {
  const whole = z.coerce.number({ error: 'Número inválido' }).int('Número inválido');
  return {
    pageNumber: whole.min(0, 'A primeira página é a 0').max(2147483647, 'Número demasiado alto').default(0),
    pageSize: whole.min(1, `Entre 1 e ${largestPage}`).max(largestPage, `Entre 1 e ${largestPage}`).default(20),
  };
}

/** A column to sort by, `-` before it for descending. */
export function sortedBy<const Column extends string>(columns: readonly Column[], standard: Column | `-${Column}`) {
  const orders = columns.flatMap<Column | `-${Column}`>((column) => [column, `-${column}`]);
  return z
    .enum(orders, { error: `Ordenação inválida: ${orders.join(', ')}` })
    .optional()
    .transform((chosen) => chosen ?? standard);
}

/** A page of a list; `pageNumber` counts from 0, `totalPages` is 0 where nothing matches. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    totalPages: z.int(),
    pageNumber: z.int(),
    totalResults: z.int(),
  });
}

export interface Page<Row> {
  results: Row[];
  totalPages: number;
  pageNumber: number;
  totalResults: number;
}

/**
 * Leaves out what a request means to leave out: absent, null and blank text are the same thing.
 * Objects are copied, at any depth; arrays and other values stay as they are.
 */
export function withoutBlanks(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([, inner]) => inner !== null && inner !== undefined && !(typeof inner === 'string' && inner.trim() === ''),
      )
      .map(([key, inner]) => [key, withoutBlanks(inner)]),
  );
}
