import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';

/** Text a person must give; trimmed, never blank. */
export function text(required: string, most = 200) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? required : 'Texto inválido') })
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(most, `No máximo ${most} caracteres`),
      z.regex(/^[^\u0000-\u001f\u007f]*$/, 'Contém caracteres inválidos'),
    );
}

/** A Código IK, the company's included: looked up trimmed and without regard to case. */
export function code(required: string) {
  return text(required, 40);
}

/** Text to search for, matched anywhere without regard to case or accents. */
export const search = z.optional(text('Texto obrigatório'));

/** An id that a request body may carry and that nobody reads: the path says which row is meant. */
export const ignoredId = z.optional(z.union([z.number(), z.string()]));

/** A number in a path or a query is written in digits: what else JavaScript would take for one (`0x10`, `1e1`, ` 1`) is none. */
function written(checked: z.ZodMiniNumber<number>) {
  const read = (given: unknown) => {
    if (typeof given === 'number') return given;
    return typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  };
  return z.pipe(z.transform(read), checked);
}

const noId = 'Identificador inválido';
export const rowId = written(
  z.number({ error: noId }).check(z.int(noId), z.gte(1, noId), z.lte(Number.MAX_SAFE_INTEGER, noId)),
);

/** A choice in a query string: `true` or `false`, the latter where it is left out. */
export const flag = z.pipe(
  z.optional(z.enum(['true', 'false'], { error: 'true ou false' })),
  z.transform((chosen: 'true' | 'false' | undefined): boolean => chosen === 'true'),
);

/** The version a PUT may send back; a stale one is refused. Left out, the write goes through. */
export const version = z.optional(z.int({ error: 'Versão inválida' }).check(z.gte(1, 'Versão inválida')));

/** Which page, counted from 0, of how many rows; history alone may ask for everything at once. */
export function paging(largestPage = 200) {
  const whole = () => z.number({ error: 'Número inválido' }).check(z.int('Número inválido'));
  return {
    pageNumber: withDefault(
      written(whole().check(z.gte(0, 'A primeira página é a 0'), z.lte(2147483647, 'Número demasiado alto'))),
      0,
    ),
    pageSize: withDefault(
      written(whole().check(z.gte(1, `Entre 1 e ${largestPage}`), z.lte(largestPage, `Entre 1 e ${largestPage}`))),
      20,
    ),
  };
}

/** A column to sort by, `-` before it for descending. */
export function sortedBy<const Column extends string>(columns: readonly Column[], standard: Column | `-${Column}`) {
  type Order = Column | `-${Column}`;
  const orders = columns.flatMap<Order>((column) => [column, `-${column}`]);
  const order: z.ZodMiniType<Order, Order> = z.enum(orders, { error: `Ordenação inválida: ${orders.join(', ')}` });
  return z.pipe(
    z.optional(order),
    z.transform((chosen: Order | undefined): Order => chosen ?? standard),
  );
}

/** A page of a list; `pageNumber` counts from 0, `totalPages` is 0 where nothing matches. */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
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

/** How deep the objects of a request lie in each other, at most. */
const deepest = 2;

/**
 * Leaves out what a request means to leave out: absent, null and blank text are the same thing.
 * Objects are copied, as deep as a request's go; arrays and other values stay as they are.
 */
export function withoutBlanks(value: unknown, depth = deepest): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([, inner]) => inner !== null && inner !== undefined && !(typeof inner === 'string' && inner.trim() === ''),
      )
      .map(([key, inner]) => [key, withoutBlanks(inner, depth - 1)]),
  );
}
