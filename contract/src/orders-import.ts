import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { flag, pageOf, paging, rowId, text } from './values.ts';

/** The most failed lines in an answer; the others are only counted. */
export const mostFailedLines = 10_000;

/** The largest file accepted, in bytes: 1 GiB. */
export const largestFile = 1024 ** 3;

/** The shops whose files are recognised by their columns; `rede` is our own format. */
export const shops = ['rede', 'shopify', 'woocommerce', 'woocommerce-analytics', 'prestashop'] as const;

export const separators = [',', ';', '\t', '|'] as const;

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** What a shop's word for an order's status means. `paid`: nothing is due; `unpaid`: everything is; `cancelled`: there is no order. */
export const statusMeanings = ['paid', 'unpaid', 'cancelled'] as const;

export type StatusMeaning = (typeof statusMeanings)[number];

/** The fields of a record, as a correction of a line may give them: texts as a file would have them. */
export const lineFields = [
  'ecommerceId',
  'createdAt',
  'total',
  'paidAt',
  'totalPayment',
  'couponCode',
  'internalId',
] as const;

export type LineField = (typeof lineFields)[number];

const lineValue = z.string().check(z.maxLength(200, 'No máximo 200 caracteres'));

/** Any of the fields: an object, and no record, which would bring a consultant's first page more of zod. */
function anyField<Value extends z.ZodMiniType>(value: Value) {
  const field = z.optional(value);
  return {
    ecommerceId: field,
    createdAt: field,
    total: field,
    paidAt: field,
    totalPayment: field,
    couponCode: field,
    internalId: field,
  } satisfies Record<LineField, unknown>;
}

const lineValues = z.object(anyField(lineValue));

export type LineValues = z.infer<typeof lineValues>;

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
const failedLine = z.object({
  lineNumber: z.int(),
  lines: z.int(),
  error: z.string(),
  /** The field at fault, where it is one. */
  field: z.nullable(z.enum(lineFields)),
  /**
   * What the record says, as far as it could be read: a day or an amount that is known as our own files write it, else the text as it
   * stands. A malformed line says nothing. Null for files loaded before this was kept.
   */
  values: z.nullable(lineValues),
});

export type FailedLine = z.infer<typeof failedLine>;

const outcome = {
  ...counts,
  /** The refused and the malformed ones, in the file's order. */
  failedLines: z.array(failedLine),
  /** How many more there are than `failedLines` lists. */
  failedLinesOmitted: z.int(),
  recognised,
  /** The shop's words for a status that nobody has said the meaning of; their records were refused. */
  unknownWords: z.array(z.object({ word: z.string(), records: z.int() })),
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
  /** How many of its refused lines were corrected since, and are orders now. `successful`, `failed` and `malformed` stay as they were. */
  corrected: z.int(),
};

/** A refused line that was corrected: what it said, what it says now, and its order. */
const correctedLine = z.object({
  lineNumber: z.int(),
  before: z.nullable(lineValues),
  after: lineValues,
  orderId: z.int(),
  correctedAt: z.string(),
  correctedBy: z.string(),
});

export type CorrectedLine = z.infer<typeof correctedLine>;

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

/** `failedLines` without those that were corrected, which are in `correctedLines`. */
export const keptImportInFull = z.object({ ...importRow, ...outcome, correctedLines: z.array(correctedLine) });

export type KeptImportInFull = z.infer<typeof keptImportInFull>;

/** The progress of an import. While `reading` the file arrives; then its records are validated together and written. */
const progress = z.object({ phase: z.enum(['reading', 'writing']), records: z.int() });

export type ImportProgress = z.infer<typeof progress>;

const noKey = 'Chave inválida';

/** Chosen by the caller, to ask for the progress with. */
const progressKey = z.uuid({ error: noKey });

/** The most lines in one correction. */
export const mostCorrectedLines = 500;

/** A status word of a shop, and what somebody said it means. */
const statusWord = z.object({
  shop: z.enum(shops),
  word: z.string(),
  meaning: z.enum(statusMeanings),
  saidBy: z.string(),
  saidAt: z.string(),
});

export type StatusWord = z.infer<typeof statusWord>;

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
  correct: endpoint({
    method: 'POST',
    path: '/api/v1/orders/imports/:id/lines',
    summary: 'Carregar linhas recusadas depois de corrigidas; as que continuam com erro ficam por carregar',
    access: 'admin',
    params: one,
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ lineNumber: z.int(), values: z.strictObject(anyField(z.nullable(lineValue))) }))
        .check(
          z.minLength(1, 'Nenhuma linha'),
          z.maxLength(mostCorrectedLines, `No máximo ${mostCorrectedLines} linhas`),
        ),
    }),
    response: z.object({
      lines: z.array(
        z.object({
          lineNumber: z.int(),
          /** Null where it was refused again. */
          orderId: z.nullable(z.int()),
          error: z.nullable(z.string()),
          field: z.nullable(z.enum(lineFields)),
        }),
      ),
      import: keptImportInFull,
    }),
    errors: [404, 409],
  }),
  statusWords: endpoint({
    method: 'GET',
    path: '/api/v1/orders/status-words',
    summary: 'O que as lojas querem dizer com os seus estados, como foi respondido',
    access: 'admin',
    response: z.object({ results: z.array(statusWord) }),
  }),
  setStatusWord: endpoint({
    method: 'PUT',
    path: '/api/v1/orders/status-words',
    summary: 'Dizer o que o estado de uma loja significa; sem significado, esquecer a resposta',
    access: 'admin',
    body: z.strictObject({
      shop: z.enum(shops, { error: 'Loja inválida' }),
      word: text('Estado é obrigatório', 100),
      meaning: z.optional(z.enum(statusMeanings, { error: 'Significado inválido' })),
    }),
    response: z.object({ results: z.array(statusWord) }),
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
