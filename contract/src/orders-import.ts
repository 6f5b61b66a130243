import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { flag, pageOf, paging, rowId } from './values.ts';

/** The most failed lines in an answer; the others are only counted. */
export const mostFailedLines = 10_000;

/** The largest file accepted, in bytes: 1 GiB. */
export const largestFile = 1024 ** 3;

/** The shops whose files are recognised by their columns; `rede` is our own format. */
export const shops = ['rede', 'shopify', 'woocommerce', 'woocommerce-analytics', 'prestashop'] as const;

export const separators = [',', ';', '\t', '|'] as const;

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** How the file was read. `shop` is null where its columns match no known shop. */
const recognised = z.object({
  shop: z.nullable(z.enum(shops)),
  separator: z.enum(separators),
  encoding: z.enum(encodings),
  /** The file's columns in use: the wire name of the order's field, and the column's title in the file. */
  columns: z.array(z.object({ field: z.string(), title: z.string() })),
});

export type Recognised = z.infer<typeof recognised>;

/** The outcome of a file's records: `total` = `successful` + `updated` + `failed` + `malformed`. */
const counts = {
  total: z.int(),
  /** New orders. */
  successful: z.int(),
  /** Existing orders that got a newer payment; 0 unless updates were asked for. */
  updated: z.int(),
  /** Records that were refused. */
  failed: z.int(),
  /** Lines that are no record of that file. */
  malformed: z.int(),
};

/** A record that was not loaded. In the file it starts at `lineNumber`, counted from 1, and takes `lines` lines. */
const failedLine = z.object({ lineNumber: z.int(), lines: z.int(), error: z.string() });

export type FailedLine = z.infer<typeof failedLine>;

const outcome = {
  ...counts,
  /** The refused and the malformed ones, in the file's order. */
  failedLines: z.array(failedLine),
  /** How many more there are than `failedLines` lists. */
  failedLinesOmitted: z.int(),
  recognised,
};

/** A stored import: who loaded which file when (a UTC instant, ISO 8601), and the outcome. */
const importRow = {
  id: z.int(),
  fileName: z.string(),
  loadedAt: z.string(),
  loadedBy: z.string(),
  ...counts,
  /** When and by whom it was undone; null when it was not. */
  undoneAt: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
};

export const earlierImport = z.object({ id: z.int(), loadedAt: z.string(), loadedBy: z.string() });

const importResult = z.object({
  /** The stored import's id; null after a dry run, which stores nothing. */
  id: z.nullable(z.int()),
  ...outcome,
  /** The latest import of an identical file that was not undone. */
  sameFile: z.nullable(earlierImport),
});

export type ImportResult = z.infer<typeof importResult>;

export const keptImport = z.object(importRow);

export type KeptImport = z.infer<typeof keptImport>;

export const keptImportInFull = z.object({ ...importRow, ...outcome });

export type KeptImportInFull = z.infer<typeof keptImportInFull>;

/** The progress of an import. While `reading` the file arrives; then its records are validated together and written. */
const progress = z.object({ phase: z.enum(['reading', 'writing']), records: z.int() });

export type ImportProgress = z.infer<typeof progress>;

const noKey = 'Chave inválida';

/** Chosen by the caller, to ask for the progress with. */
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
    // Null before an import has started, after it is over, and when another process runs it. A client that polls sees all of these.
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
