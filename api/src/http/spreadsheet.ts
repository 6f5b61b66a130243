import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A column of a spreadsheet. */
export interface Column<Row> {
  title: string;
  /** In characters. */
  width: number;
  kind: 'text' | 'day' | 'money';
  /** Text, a `yyyy-MM-dd` day or a decimal string, according to `kind`; null is an empty cell. */
  value: (row: Row) => string | null;
}

/** The most rows of a sheet, header included. */
const maxRowsPerSheet = 1_048_576;

/** As fast as zlib's lowest level, and the file is a sixth larger than with the default one. */
const compressionLevel = 3;

/**
 * Streams an .xlsx file (ECMA-376) while its rows arrive: real dates and numbers, text that is never a formula, a frozen header with
 * filters, and a further sheet when one is full. `totals`, called after the last row, adds a row outside the filter's range. `maxRows`
 * limits a sheet, header and totals included. A slow reader slows the source; a closed connection closes it.
 */
export async function spreadsheet<Row>(
  name: string,
  columns: Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
  totals?: () => (string | null)[],
  maxRows = maxRowsPerSheet,
): Promise<Readable> {
  const source = await Source.begin(rows);
  const zip = new ZipFile();
  const bytes = zip.outputStream.pipe(new PassThrough());
  let sheet: Readable | undefined;
  bytes.on('close', () => sheet?.destroy());
  zip.on('error', (error) => bytes.destroy(error instanceof Error ? error : new Error('spreadsheet failed')));
  void writeSheets().catch((error: unknown) => bytes.destroy(error instanceof Error ? error : undefined));
  return bytes;

  async function writeSheets(): Promise<void> {
    let sheets = 0;
    try {
      do {
        sheets += 1;
        sheet = Readable.from(new Sheet(columns, source, totals, maxRows).xml(), { objectMode: false });
        zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel });
        await ended(sheet);
      } while (!source.ended);
    } finally {
      await source.close();
    }
    for (const [path, content] of parts(name, sheets)) zip.addBuffer(Buffer.from(content), path);
    zip.end();
  }
}

/**
 * Buffers rows from a source in chunks. Fetches the next chunk while this one is in use; returns as many rows as the sheet has room for.
 */
class Source<Row> {
  private readonly rows: AsyncIterator<readonly Row[]>;
  private nextChunk: Promise<IteratorResult<readonly Row[]>>;
  private buffer: readonly Row[] = [];
  /** Whether all rows were taken. */
  ended = false;

  private constructor(rows: AsyncIterator<readonly Row[]>) {
    this.rows = rows;
    this.nextChunk = rows.next();
  }

  /** Waits for the first chunk: an early failure then fails the whole request, instead of half a file. */
  static async begin<Row>(rows: AsyncIterable<readonly Row[]>): Promise<Source<Row>> {
    const source = new Source(rows[Symbol.asyncIterator]());
    await source.advance();
    return source;
  }

  async take(most: number): Promise<readonly Row[]> {
    const taken = this.buffer.slice(0, most);
    this.buffer = this.buffer.slice(most);
    if (this.buffer.length === 0) await this.advance();
    return taken;
  }

  async close(): Promise<void> {
    await this.rows.return?.();
  }

  private async advance(): Promise<void> {
    const { value, done = false } = await this.nextChunk;
    this.ended = done;
    if (done) return;
    this.buffer = value;
    this.nextChunk = this.rows.next();
    // `advance` awaits it and throws the error; this prevents an unhandled rejection.
    this.nextChunk.catch(() => {});
  }
}

function ended(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve);
    stream.once('error', reject);
    stream.once('close', () =>
      stream.readableEnded ? resolve() : reject(stream.errored ?? new Error('reader went away')),
    );
  });
}

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

class Sheet<Row> {
  private readonly columns: Column<Row>[];
  private readonly cells: ((row: Row) => string)[];
  private readonly source: Source<Row>;
  private readonly totals: (() => (string | null)[]) | undefined;
  private readonly maxRows: number;

  constructor(
    columns: Column<Row>[],
    source: Source<Row>,
    totals: (() => (string | null)[]) | undefined,
    maxRows: number,
  ) {
    this.columns = columns;
    this.cells = columns.map(({ kind, value }) => {
      const write = writers[kind];
      return (row) => write(value(row), plain);
    });
    this.source = source;
    this.totals = totals;
    this.maxRows = maxRows;
  }

  async *xml(): AsyncGenerator<string> {
    const widths = this.columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    );
    yield `${header}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
    yield `<row>${this.columns.map(({ title }) => writers.text(title, bold)).join('')}</row>`;
    const lastRow = yield* this.rows();
    const lastColumn = String.fromCharCode(64 + this.columns.length);
    yield `</sheetData><autoFilter ref="A1:${lastColumn}${lastRow}"/></worksheet>`;
  }

  /** Yields the rows in chunks and returns the number of the last row that the filter covers. */
  private async *rows(): AsyncGenerator<string, number> {
    const capacity = this.maxRows - (this.totals ? 1 : 0);
    let written = 1;
    while (written < capacity && !this.source.ended) {
      const rows = await this.source.take(capacity - written);
      yield rows.map((row) => this.row(row)).join('');
      written += rows.length;
    }
    if (this.source.ended && this.totals) yield this.totalsRow(this.totals());
    return written;
  }

  private row(row: Row): string {
    let xml = '<row>';
    for (const cell of this.cells) xml += cell(row);
    return `${xml}</row>`;
  }

  private totalsRow(values: (string | null)[]): string {
    return `<row>${this.columns.map(({ kind }, index) => writers[kind](values[index] ?? null, bold)).join('')}</row>`;
  }
}

/** The indexes of the cell formats in `parts`, for plain rows and bold ones. */
interface Style {
  text: string;
  day: string;
  money: string;
}

const plain: Style = { text: '', day: ' s="2"', money: ' s="3"' };
const bold: Style = { text: ' s="1"', day: ' s="2"', money: ' s="4"' };

const writers: Record<Column<unknown>['kind'], (value: string | null, style: Style) => string> = {
  // Inline strings are always text, so no typed name becomes a formula.
  text: (value, { text }) =>
    value === null ? '<c/>' : `<c t="inlineStr"${text}><is><t${spaceAttribute(value)}>${escapeXml(value)}</t></is></c>`,
  day: (value, { day }) => (value === null ? '<c/>' : `<c${day}><v>${serialDay(value)}</v></c>`),
  money: (value, { money }) => (value === null ? '<c/>' : `<c${money}><v>${value}</v></c>`),
};

/** XML drops spaces around a text unless told otherwise. */
function spaceAttribute(text: string): string {
  return text.trim().length === text.length ? '' : ' xml:space="preserve"';
}

/** Days since 1899-12-30, the epoch of spreadsheets. */
function serialDay(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / 86_400_000 + 25_569;
}

// Characters that XML escapes, and characters that XML 1.0 cannot contain even escaped.
// oxlint-disable-next-line no-control-regex
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(special, (character) => entities[character] ?? '');
}

/** The parts of the package besides the sheets. */
function parts(name: string, sheets: number): [path: string, content: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const styleId = sheets + 1;
  return [
    [
      '[Content_Types].xml',
      `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${header}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${numbers.map((n) => `<sheet name="${escapeXml(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${styleId}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${header}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
    ],
  ];
}
