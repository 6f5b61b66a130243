import type { FailedLine, LineField, Recognised } from '@rede/contract/orders-import';
import { fieldTitles } from './fields.ts';

/** The title of the column with the errors. */
const errorTitle = 'Erro';

/** The longest record that the server accepts, in characters; longer ones are cut here. */
const longestRecord = 1024 ** 2;

/**
 * A file of the failed records, each with its error in an extra first column: ready to correct and load again, because an import ignores
 * unknown columns. UTF-8 with a byte order mark; separator and columns as in the original. Reads the file as a stream and keeps only the
 * failed records in memory. Throws when the file can no longer be read.
 */
export async function cutOutFailedLines(
  file: Blob,
  { encoding, separator }: Pick<Recognised, 'encoding' | 'separator'>,
  failedLines: readonly FailedLine[],
): Promise<Blob> {
  const cut = new FailedRecords(separator, failedLines);
  await readLines(file.stream().pipeThrough(new TextDecoderStream(encoding)), cut);
  return new Blob(cut.parts(), { type: 'text/csv;charset=utf-8' });
}

/**
 * The same where the file itself is gone: what was kept of the records, under our own titles. A record of which nothing could be read has
 * only its error.
 */
export function fileOfValues(failedLines: readonly FailedLine[]): Blob {
  const fields = Object.keys(fieldTitles) as LineField[];
  const rows = [
    [errorTitle, ...Object.values(fieldTitles)],
    ...failedLines.map(({ error, values }) => [error, ...fields.map((field) => values?.[field] ?? '')]),
  ];
  const text = rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' });
}

interface LineCollector {
  /** Whether to take this line, counted from 1; undefined when no later line is wanted either. */
  wants: (line: number) => boolean | undefined;
  take: (text: string) => void;
}

const lineEnd = /\r\n|[\r\n]/g;

/** Passes on lines with their line ends. Counts them like the server: LF, CRLF and CR all end a line. */
async function readLines(pieces: ReadableStream<string>, { wants, take }: LineCollector): Promise<void> {
  const reader = pieces.getReader();
  let line = 1;
  let wanted = wants(line);
  let held = '';
  let rest = '';

  while (wanted !== undefined) {
    const { value = '', done } = await reader.read();
    let text = rest + value;
    // A LF may follow in the next chunk.
    rest = !done && text.endsWith('\r') ? '\r' : '';
    if (rest !== '') text = text.slice(0, -1);

    let start = 0;
    lineEnd.lastIndex = 0;
    while (wanted !== undefined && lineEnd.test(text)) {
      if (wanted) take(held + text.slice(start, lineEnd.lastIndex));
      held = '';
      start = lineEnd.lastIndex;
      line += 1;
      wanted = wants(line);
    }
    if (wanted && held.length < longestRecord) held += text.slice(start, start + longestRecord);
    if (done) {
      if (wanted && held !== '') take(held);
      return;
    }
  }
  await reader.cancel();
}

/** Collects the header, which is the first record that is not blank, and the failed records. */
class FailedRecords implements LineCollector {
  readonly #separator: string;
  readonly #failed: readonly FailedLine[];
  readonly #texts: string[];
  #header = '';
  #headerRead = false;
  /** The index of the next or current record. */
  #next = 0;

  constructor(separator: string, failed: readonly FailedLine[]) {
    this.#separator = separator;
    this.#failed = failed;
    this.#texts = failed.map(() => '');
  }

  readonly wants = (line: number): boolean | undefined => {
    if (!this.#headerRead) return true;
    for (; ; this.#next += 1) {
      const record = this.#failed[this.#next];
      if (!record) return undefined;
      if (line < record.lineNumber + record.lines) return line >= record.lineNumber;
    }
  };

  readonly take = (text: string): void => {
    if (this.#headerRead) {
      this.#texts[this.#next] += text;
      return;
    }
    this.#header += text;
    if (hasOpenQuote(this.#header)) return;
    if (this.#isBlank(this.#header)) this.#header = '';
    else this.#headerRead = true;
  };

  /** The file's parts. Records with an unclosed quote come last, because they would swallow what follows in a spreadsheet. */
  parts(): string[] {
    const firstField = firstFieldOf(this.#separator);
    const header = withoutLineEnd(this.#header);
    // The file may come from an earlier cut, and have that column already.
    const again = firstField.exec(header)?.[1]?.trim() === errorTitle;
    const plain = (record: string) => (again ? record.replace(firstField, '') : record);

    const records = this.#texts.map((text, index) => ({
      open: hasOpenQuote(text),
      row: `${quoted(this.#failed[index]?.error ?? '')}${this.#separator}${plain(withoutLineEnd(text))}\r\n`,
    }));
    return [
      `\uFEFF${errorTitle}${this.#separator}${plain(header)}\r\n`,
      ...records.filter(({ open }) => !open).map(({ row }) => row),
      ...records.filter(({ open }) => open).map(({ row }) => row),
    ];
  }

  #isBlank(text: string): boolean {
    return text.replaceAll(this.#separator, '').replaceAll('"', '').trim() === '';
  }
}

function hasOpenQuote(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r\n$|[\r\n]$/, '');
}

/** Matches a record's first field and its separator; the group is the field, unless it is quoted. */
function firstFieldOf(separator: string): RegExp {
  return new RegExp(String.raw`^(?: *"[^"]*(?:""[^"]*)*" *|([^"]*?))${separator === '|' ? String.raw`\|` : separator}`);
}

/** Quotes a field, and keeps spreadsheets from reading it as a formula. */
function quoted(text: string): string {
  return `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
}
