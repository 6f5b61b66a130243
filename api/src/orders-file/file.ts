import { type Recognised, separators } from '@rede/contract/orders-import';
import { Problem } from '../http/problem.ts';
import { type Columns, columnsRead, recogniseColumns, requireColumns, shopOf } from './columns.ts';
import { decodeText } from './encoding.ts';
import { isOrderLine } from './order-reader.ts';
import { CsvReader, longestRecord, type MalformedLine, type RecordLine } from './reader.ts';

export interface OrdersFile {
  columns: Columns;
  /** The records after the header, as many at a time as a piece of the file completes. */
  records: AsyncIterable<Iterable<RecordLine | MalformedLine>>;
  /** What the file was taken for; the encoding is certain once all records are read. */
  recognised(): Recognised;
}

type Separator = Recognised['separator'];

/**
 * Opens a file of orders: finds its encoding, its separator and its columns. Throws a Problem where it is empty (400), no text (415)
 * or lacks a column (400).
 */
export async function openOrdersFile(bytes: AsyncIterable<Buffer>): Promise<OrdersFile> {
  const text = decodeText(bytes);
  const { pieces } = text;
  const { beginning, ended } = await readHeader(pieces);
  refuseBinary(beginning);
  if (beginning.trim() === '') throw new Problem('invalid', 'O ficheiro está vazio.');
  const layouts = separators.flatMap((separator) => {
    const header = headerIn(beginning, separator, ended);
    return header && 'fields' in header ? [{ separator, columns: recogniseColumns(header.fields) }] : [];
  });
  const [first, ...others] = layouts;
  if (!first)
    throw new Problem(
      'invalid',
      'A primeira linha do ficheiro não é um cabeçalho: tem aspas por fechar ou é demasiado longa.',
    );
  const { separator, columns } = others.reduce((best, layout) => (isBetter(layout, best) ? layout : best), first);
  requireColumns(columns);
  return {
    columns,
    records: recordsAfterHeader(new CsvReader(separator, { isRecord: isOrderLine(columns) }), beginning, pieces),
    recognised: () => ({
      shop: shopOf(columns),
      separator,
      encoding: text.encoding,
      columns: columnsRead(columns),
    }),
  };
}

interface Layout {
  separator: Separator;
  columns: Columns;
}

function isBetter({ columns: one }: Layout, { columns: other }: Layout): boolean {
  return one.score === other.score ? one.header.length > other.header.length : one.score > other.score;
}

/** Reads until the header is complete whatever the separator, or is longer than any header. */
async function readHeader(pieces: AsyncGenerator<string>): Promise<{ beginning: string; ended: boolean }> {
  let beginning = '';
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return { beginning, ended: true };
    beginning += value;
    if (separators.every((separator) => headerIn(beginning, separator, false))) return { beginning, ended: false };
    if (beginning.length > longestRecord) return { beginning, ended: false };
  }
}

function headerIn(text: string, separator: string, ended: boolean): RecordLine | MalformedLine | undefined {
  const reader = new CsvReader(separator);
  const { value } = reader.read(text).next();
  return value ?? (ended ? reader.end().next().value : undefined);
}

async function* recordsAfterHeader(
  reader: CsvReader,
  beginning: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Iterable<RecordLine | MalformedLine>> {
  const first = reader.read(beginning);
  const { done } = first.next();
  yield first;
  for await (const piece of pieces) yield reader.read(piece);
  const rest = reader.end();
  if (done) rest.next();
  yield rest;
}

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** How much of a file is looked at to tell whether it is text, in characters. */
const sampleLength = 4096;

/** A text file has no control characters in its first line, and hardly any after it. */
function refuseBinary(beginning: string): void {
  const sample = beginning.slice(0, sampleLength);
  const strange = sample.match(controlCharacters)?.length ?? 0;
  const [firstLine = ''] = beginning.trimStart().split(/[\r\n]/, 1);
  if (strange * 20 > sample.length || firstLine.search(controlCharacters) !== -1 || beginning.startsWith('%PDF-')) {
    throw new Problem(
      'unsupported_media_type',
      'O ficheiro não é de texto. Se é uma folha de cálculo, guarde-a como CSV; se está comprimido, descomprima-o.',
    );
  }
}
