import type { FailedLine, Recognised } from '@rede/contract/orders-import';

/** The title of the column that says what is wrong. */
const errorTitle = 'Erro';

/** The longest record that the server takes, in characters; of a longer one no more is kept. */
const longestRecord = 1024 ** 2;

/**
 * The records that were not loaded, cut out of the file they came in, each with what is wrong with it in a first column of its own:
 * ready to be mended and loaded again, for columns that nobody knows are passed over. UTF-8 with a byte order mark, separator
 * and columns as they came. The file is read as a stream and only what failed is kept. Fails where it cannot be read any more.
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

interface LineTaker {
  /** Whether this line, counted from 1, is to be taken; undefined where neither it nor any after it is. */
  wants: (line: number) => boolean | undefined;
  take: (text: string) => void;
}

const lineEnd = /\r\n|[\r\n]/g;

/** Hands out lines with their ends, counted as the server counts them: by LF, CRLF and CR alike. */
async function readLines(pieces: ReadableStream<string>, { wants, take }: LineTaker): Promise<void> {
  const reader = pieces.getReader();
  let line = 1;
  let wanted = wants(line);
  let held = '';
  let rest = '';

  while (wanted !== undefined) {
    const { value = '', done } = await reader.read();
    let text = rest + value;
    // An LF may follow in the next piece.
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

/** Collects the header, which is the first record that is not blank, and the records that failed. */
class FailedRecords implements LineTaker {
  readonly #separator: string;
  readonly #failed: readonly FailedLine[];
  readonly #texts: string[];
  #header = '';
  #headerRead = false;
  /** Which record comes next, or is being taken. */
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

  /** The file's parts. What follows a quote that was left open would be lost in a spreadsheet: such records come last. */
  parts(): string[] {
    const firstField = firstFieldOf(this.#separator);
    const header = withoutLineEnd(this.#header);
    // A file that was cut out before has that column already.
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

/** Matches a record's first field and the separator after it; the field itself, where it is not quoted, is the group. */
function firstFieldOf(separator: string): RegExp {
  return new RegExp(String.raw`^(?: *"[^"]*(?:""[^"]*)*" *|([^"]*?))${separator === '|' ? String.raw`\|` : separator}`);
}

/** A field that no separator or quote in it breaks, and that no spreadsheet takes for a formula. */
function quoted(text: string): string {
  return `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
}
