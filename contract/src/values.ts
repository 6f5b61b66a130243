import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';

/** Required text: trimmed, never blank. */
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

/** A Código IK, or the company's code; compared trimmed and ignoring case. */
export function code(required: string) {
  return text(required, 40);
}

/** Text to search for, matched anywhere, ignoring case and accents. */
export const search = z.optional(text('Texto obrigatório'));

/** An id in a request body, accepted and ignored: the path names the row. */
export const ignoredId = z.optional(z.union([z.number(), z.string()]));

/** A number in a path or a query: only digits. Refuses what else JavaScript would convert (`0x10`, `1e1`, ` 1`). */
function digitsOnly(checked: z.ZodMiniNumber<number>) {
  const read = (given: unknown) => {
    if (typeof given === 'number') return given;
    return typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  };
  return z.pipe(z.transform(read), checked);
}

const noId = 'Identificador inválido';
export const rowId = digitsOnly(
  z.number({ error: noId }).check(z.int(noId), z.gte(1, noId), z.lte(Number.MAX_SAFE_INTEGER, noId)),
);

/** A choice: `true` or `false` (default), in a query string as text. */
export const flag = z.pipe(
  z.optional(z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'true ou false' })),
  z.transform((chosen: boolean | 'true' | 'false' | undefined): boolean => chosen === true || chosen === 'true'),
);

/** The version that a PUT may send back; a stale one is refused. Without one the write goes through. */
export const version = z.optional(z.int({ error: 'Versão inválida' }).check(z.gte(1, 'Versão inválida')));

/** The page, counted from 0, and its size; only the history allows a size for everything at once. */
export function paging(largestPage = 200) {
  const whole = () => z.number({ error: 'Número inválido' }).check(z.int('Número inválido'));
  return {
    pageNumber: withDefault(
      digitsOnly(whole().check(z.gte(0, 'A primeira página é a 0'), z.lte(2147483647, 'Número demasiado alto'))),
      0,
    ),
    pageSize: withDefault(
      digitsOnly(whole().check(z.gte(1, `Entre 1 e ${largestPage}`), z.lte(largestPage, `Entre 1 e ${largestPage}`))),
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

/** How deep the objects of a request are nested, at most. */
const maxDepth = 2;

/**
 * Removes absent values: undefined, null and blank text mean the same. Copies nested objects, down to the depth of a request; arrays and
 * other values remain as they are.
 */
export function withoutBlanks(value: unknown, depth = maxDepth): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([, inner]) => inner !== null && inner !== undefined && !(typeof inner === 'string' && inner.trim() === ''),
      )
      .map(([key, inner]) => [key, withoutBlanks(inner, depth - 1)]),
  );
}
