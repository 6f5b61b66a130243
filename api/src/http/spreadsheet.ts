import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A column of a spreadsheet: how its cells are read and written. */
export interface Column<Row> {
  title: string;
  /** In characters. */
  width: number;
  kind: 'text' | 'day' | 'money';
  /** Text, a `yyyy-MM-dd` day or a decimal string, by kind; null leaves the cell empty. */
  value: (row: Row) => string | null;
}

/** What a sheet can hold, its header included. */
const mostRowsInASheet = 1_048_576;
const rowsInAChunk = 500;

/**
 * An .xlsx file (ECMA-376) as a stream of bytes, made while the rows come in: real dates and numbers, text that is never taken
 * for a formula, the header frozen and filterable, a further sheet where one is full. `totals`, asked for after the last row,
 * gives a last row outside the filter's range. Reading slowly slows the source; going away closes it.
 */
export async function spreadsheet<Row>(
  name: string,
  columns: Column<Row>[],
  rows: AsyncIterable<Row>,
  totals?: () => (string | null)[],
): Promise<Readable> {
  const source = await begun(rows);
  const zip = new ZipFile();
  const bytes = zip.outputStream.pipe(new PassThrough());
  let sheet: Readable | undefined;
  bytes.on('close', () => sheet?.destroy());
  zip.on('error', (error) => bytes.destroy(error instanceof Error ? error : new Error('spreadsheet failed')));
  void writeSheets().catch((error: unknown) => bytes.destroy(error instanceof Error ? error : undefined));
  return bytes;

  async function writeSheets(): Promise<void> {
    let sheets = 0;
    let done = false;
    try {
      while (!done) {
        sheets += 1;
        const part = new Sheet(columns, source, totals);
        sheet = Readable.from(part.xml(), { objectMode: false });
        zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
        await ended(sheet);
        done = part.done;
      }
    } finally {
      await source.return?.();
    }
    for (const [path, content] of parts(name, sheets)) zip.addBuffer(Buffer.from(content), path);
    zip.end();
  }
}

/** The rows with the first of them already there: what fails at once then fails as a whole, and not as half a file. */
async function begun<Row>(rows: AsyncIterable<Row>): Promise<AsyncIterator<Row>> {
  const source = rows[Symbol.asyncIterator]();
  let first: IteratorResult<Row> | undefined = await source.next();
  return {
    async next() {
      const row = first ?? (await source.next());
      first = undefined;
      return row;
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
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
  /** Whether the source had no more rows. */
  done = false;
  private readonly columns: Column<Row>[];
  private readonly source: AsyncIterator<Row>;
  private readonly totals: (() => (string | null)[]) | undefined;

  constructor(columns: Column<Row>[], source: AsyncIterator<Row>, totals: (() => (string | null)[]) | undefined) {
    this.columns = columns;
    this.source = source;
    this.totals = totals;
  }

  async *xml(): AsyncGenerator<string> {
    const widths = this.columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    );
    yield `${header}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
    yield `<row>${this.columns.map(({ title }) => textCell(title, style.bold)).join('')}</row>`;
    const lastRow = yield* this.rows();
    const lastColumn = String.fromCharCode(64 + this.columns.length);
    yield `</sheetData><autoFilter ref="A1:${lastColumn}${lastRow}"/></worksheet>`;
  }

  /** Yields the rows in chunks and returns the number of the last one that the filter covers. */
  private async *rows(): AsyncGenerator<string, number> {
    const room = mostRowsInASheet - (this.totals ? 1 : 0);
    let written = 1;
    let chunk: string[] = [];
    while (written < room) {
      const { value, done } = await this.source.next();
      if (done) {
        this.done = true;
        break;
      }
      chunk.push(
        this.row(
          this.columns.map((column) => column.value(value)),
          false,
        ),
      );
      written += 1;
      if (chunk.length === rowsInAChunk) {
        yield chunk.join('');
        chunk = [];
      }
    }
    if (this.done && this.totals) chunk.push(this.row(this.totals(), true));
    yield chunk.join('');
    return written;
  }

  private row(values: (string | null)[], bold: boolean): string {
    const cells = this.columns.map(({ kind }, index) => {
      const value = values[index] ?? null;
      if (value === null) return '<c/>';
      if (kind === 'text') return textCell(value, bold ? style.bold : style.plain);
      if (kind === 'day') return `<c s="${style.day}"><v>${serialDay(value)}</v></c>`;
      return `<c s="${bold ? style.boldMoney : style.money}"><v>${value}</v></c>`;
    });
    return `<row>${cells.join('')}</row>`;
  }
}

const style = { plain: 0, bold: 1, day: 2, money: 3, boldMoney: 4 };

/** An inline string: text whatever it begins with, so that nothing typed into a name becomes a formula. */
function textCell(text: string, cellStyle: number): string {
  return `<c t="inlineStr" s="${cellStyle}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** Days since 1899-12-30, which is how spreadsheets count them. */
function serialDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
}

// XML 1.0 has no way to write these characters, not even escaped.
// oxlint-disable-next-line no-control-regex
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(notXml, '').replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The parts of the package that are not sheets. */
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
