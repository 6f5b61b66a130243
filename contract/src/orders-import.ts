import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The most failed lines that an answer lists; the rest are counted. */
export const mostFailedLines = 10_000;

/** The largest file taken, in bytes: 1 GiB. */
export const largestFile = 1024 ** 3;

/** What became of a file's records: `total` = `successful` + `failed` + `malformed`. */
const importResult = z.object({
  total: z.int(),
  successful: z.int(),
  /** Records that were refused. */
  failed: z.int(),
  /** Lines that are no record of that file. */
  malformed: z.int(),
  /** Both kinds, in the file's order; the line is the file's own, where the record starts, counted from 1. */
  failedLines: z.array(z.object({ lineNumber: z.int(), error: z.string() })),
  /** How many more there are than `failedLines` lists. */
  failedLinesOmitted: z.int(),
});

export type ImportResult = z.infer<typeof importResult>;

export const ordersImport = {
  load: endpoint({
    method: 'POST',
    path: '/api/v1/orders/csv',
    summary: 'Carregar encomendas de um ficheiro CSV',
    access: 'admin',
    upload: true,
    response: importResult,
    errors: [413, 415],
  }),
};
