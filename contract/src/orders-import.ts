import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { flag, pageOf, paging, rowId } from './values.ts';

/** The most failed lines that an answer lists; the rest are counted. */
export const mostFailedLines = 10_000;

/** The largest file taken, in bytes: 1 GiB. */
export const largestFile = 1024 ** 3;

/** Whose files are known by their columns; `rede` is our own. */
export const shops = ['rede', 'shopify', 'woocommerce', 'woocommerce-analytics', 'prestashop'] as const;

export const separators = [',', ';', '\t', '|'] as const;

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** What the file was taken for. `shop` is null where its columns are nobody's in particular. */
const recognised = z.object({
  shop: z.nullable(z.enum(shops)),
  separator: z.enum(separators),
  encoding: z.enum(encodings),
  /** Which of the file's columns is read for what: the wire name of an order's field and the title in the file. */
  columns: z.array(z.object({ field: z.string(), title: z.string() })),
});

export type Recognised = z.infer<typeof recognised>;

/** What became of a file's records: `total` = `successful` + `updated` + `failed` + `malformed`. */
const counts = {
  total: z.int(),
  /** Orders that are new. */
  successful: z.int(),
  /** Orders that were there and got a newer payment; 0 unless that was asked for. */
  updated: z.int(),
  /** Records that were refused. */
  failed: z.int(),
  /** Lines that are no record of that file. */
  malformed: z.int(),
};

/** One record that was not loaded, `lineNumber` and `lines` being the file's own: where it starts, counted from 1, and how many lines it takes. */
const failedLine = z.object({ lineNumber: z.int(), lines: z.int(), error: z.string() });

export type FailedLine = z.infer<typeof failedLine>;

const outcome = {
  ...counts,
  /** Refused and malformed, in the file's order. */
  failedLines: z.array(failedLine),
  /** How many more there are than `failedLines` lists. */
  failedLinesOmitted: z.int(),
  recognised,
};

/** A load that is kept: who loaded which file when (a UTC instant, ISO 8601), and what became of it. */
const importRow = {
  id: z.int(),
  fileName: z.string(),
  loadedAt: z.string(),
  loadedBy: z.string(),
  ...counts,
  /** When and by whom it was undone; null while it stands. */
  undoneAt: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
};

export const earlierImport = z.object({ id: z.int(), loadedAt: z.string(), loadedBy: z.string() });

const importResult = z.object({
  /** The kept load's; null after a dry run, which keeps nothing. */
  id: z.nullable(z.int()),
  ...outcome,
  /** The latest earlier load of the very same file that was not undone. */
  sameFile: z.nullable(earlierImport),
});

export type ImportResult = z.infer<typeof importResult>;

export const keptImport = z.object(importRow);

export type KeptImport = z.infer<typeof keptImport>;

export const keptImportInFull = z.object({ ...importRow, ...outcome });

export type KeptImportInFull = z.infer<typeof keptImportInFull>;

/** How far a load has got. While `reading` the file arrives; then its records are validated together and written. */
const progress = z.object({ phase: z.enum(['reading', 'writing']), records: z.int() });

export type ImportProgress = z.infer<typeof progress>;

const noKey = 'Chave inválida';

/** Chosen by who loads, to ask for the progress by. */
const progressKey = z.uuid({ error: noKey });

const one = z.object({ id: rowId });

export const ordersImport = {
  load: endpoint({
    method: 'POST',
    path: '/api/v1/orders/csv',
    summary: 'Carregar encomendas de um ficheiro CSV; com dryRun, só experimentar',
    access: 'admin',
    query: z.strictObject({ dryRun: flag, updateExisting: flag, progressKey: z.optional(progressKey) }),
    upload: true,
    response: importResult,
    errors: [413, 415],
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/v1/orders/csv/progress/:progressKey',
    summary: 'Quanto já se leu de um ficheiro que está a ser carregado',
    access: 'admin',
    params: z.object({ progressKey }),
    // Null before a load has begun, once it is over, and where another process takes it in: who asks now and then meets each of these.
    response: z.nullable(progress),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/orders/imports',
    summary: 'Ficheiros carregados, do mais recente para o mais antigo',
    access: 'admin',
    query: z.strictObject(paging()),
    response: pageOf(keptImport),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/orders/imports/:id',
    summary: 'Um ficheiro carregado, com as linhas que falharam',
    access: 'admin',
    params: one,
    response: keptImportInFull,
    errors: [404],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/orders/imports/:id/undo',
    summary: 'Anular um carregamento inteiro, enquanto ninguém mexeu nas suas encomendas',
    access: 'admin',
    params: one,
    response: keptImport,
    errors: [404, 409],
  }),
};
