import { type Recognised, separators } from '@rede/contract/orders-import';
import { Problem } from '../http/problem.ts';
import { type Columns, columnsRead, recogniseColumns, requireColumns, shopOf } from './columns.ts';
import { decodeText } from './encoding.ts';
import { CsvReader, longestRecord, type MalformedLine, type RecordLine } from './reader.ts';
import { isOrderLine } from './record-fields.ts';

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
  const { said, beginning, ended } = await readHeader(pieces);
  refuseBinary(beginning);
  if (beginning.trim() === '') throw new Problem('invalid', 'O ficheiro está vazio.');
  const layouts = (said ? [said] : separators).flatMap((separator) => {
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
  const reader = new CsvReader(separator, { isRecord: isOrderLine(columns), firstLine: said ? 2 : 1 });
  return {
    columns,
    records: recordsAfterHeader(reader, beginning, pieces),
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

/** The text up to the header's end or beyond, without the line before it that only says the separator. */
interface Beginning {
  beginning: string;
  ended: boolean;
  said?: Separator | undefined;
}

/** Excel's `sep=;`, with whatever ends its line; a CR may still be followed by its LF. */
const separatorLine = /^"?sep=([^"\r\n])"?[ ]*(?:\r\n|\n|\r(?=[^\n])|$)/i;

/** Reads until the header is complete whatever the separator, or is longer than any header. */
async function readHeader(pieces: AsyncGenerator<string>): Promise<Beginning> {
  let text = '';
  for (;;) {
    const { value, done } = await pieces.next();
    if (!done) text += value;
    const [line = '', separator] = separatorLine.exec(text) ?? [];
    if (line !== '' && line === text && !line.endsWith('\n') && !done) continue;
    const said = separator === undefined ? undefined : knownSeparator(separator);
    const beginning = text.slice(line.length);
    if (done) return { beginning, ended: true, said };
    const isComplete = separators.every((separator) => headerIn(beginning, separator, false));
    if (isComplete || text.length > longestRecord) return { beginning, ended: false, said };
  }
}

/** Throws a Problem where a file says that it is separated by anything else. */
function knownSeparator(said: string): Separator {
  const separator = separators.find((separator) => separator === said);
  if (separator) return separator;
  throw new Problem(
    'invalid',
    `A primeira linha diz que o separador é "${said}". Use vírgula, ponto e vírgula, tabulação ou |.`,
  );
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
