import { notText } from './encoding.ts';
import { Finder, linesIn, pastSpaces, startOfLastLine } from './scanning.ts';

/** One record of the file; `line` is where it starts, counted from 1, and `lines` how many it takes. */
export interface RecordLine {
  line: number;
  lines: number;
  fields: string[];
}

/** A line, or several, that are no record; `line` is where they start, and `lines` how many they are. */
export interface MalformedLine {
  line: number;
  lines: number;
  /** What is wrong with it: Portuguese, fit to show. */
  error: string;
}

/** The longest record taken, in characters, so that a line without end needs no memory. */
export const longestRecord = 1024 ** 2;

interface ReaderOptions {
  /** The longest record taken, in characters. */
  longest?: number;
  /** Whether these fields, as many as a record of this file has, also mean what a record means. */
  isRecord?: (fields: string[]) => boolean;
  /** Which line of the file the text begins with. */
  firstLine?: number;
}

/** A quoted field with line ends in it: which one of its record's, and where its quotes stand. */
interface LongField {
  place: number;
  open: number;
  close: number;
}

// Where a parsed record ends, or one of these.
const incomplete = -1;
const broken = -2;

/**
 * Reads separated values (RFC 4180, any line end, spaces around quotes allowed) and never loses its way: a broken quote costs the
 * record it stands in, and reading resumes where a record can start; so do two that make one field of all the records between them. The first record is the header, which says how many
 * fields there are. Blank lines, those of separators alone too, are passed over. A line ends with LF, CRLF or CR, within quotes
 * too. How the text is cut into pieces makes no difference.
 */
export class CsvReader {
  readonly #separator: string;
  readonly #longest: number;
  readonly #isRecord: (fields: string[]) => boolean;
  readonly #lineFeed = new Finder('\n');
  readonly #carriageReturn = new Finder('\r');
  readonly #quote = new Finder('"');
  readonly #nextSeparator: Finder;
  /** How many fields a record has, once the header is read. */
  #width = 0;
  #text = '';
  #position = 0;
  #line: number;
  #last = false;
  #mayHoldNotText = false;
  /** In the rest of a line that was too long. */
  #skipping = false;
  // What `#parse` found: where the record's first line ends, its fields, those of them with line ends, and after which line it broke off.
  #firstLineEnd = 0;
  #fields: string[] = [];
  #longFields: LongField[] = [];
  #brokenOff = 0;

  constructor(
    separator: string,
    { longest = longestRecord, isRecord = () => false, firstLine = 1 }: ReaderOptions = {},
  ) {
    this.#separator = separator;
    this.#nextSeparator = new Finder(separator);
    this.#longest = longest;
    this.#isRecord = isRecord;
    this.#line = firstLine;
  }

  /** The records that the text read so far completes. */
  read(text: string): Generator<RecordLine | MalformedLine> {
    return this.#continue(text, false);
  }

  /** The rest, once there is no more text. */
  end(): Generator<RecordLine | MalformedLine> {
    return this.#continue('', true);
  }

  *#continue(text: string, last: boolean): Generator<RecordLine | MalformedLine> {
    this.#text = this.#text.slice(this.#position) + text;
    this.#position = 0;
    this.#last = last;
    this.#mayHoldNotText = this.#text.includes(notText);
    for (const finder of [this.#lineFeed, this.#carriageReturn, this.#quote, this.#nextSeparator])
      finder.in(this.#text);

    while (this.#position < this.#text.length) {
      if (this.#skipping) {
        if (!this.#skipLine()) return;
        continue;
      }
      const line = this.#line;
      const start = this.#position;
      const end = this.#parse(start);
      if (end === incomplete && !this.#isTooLong(start, this.#text.length)) return;
      if (end >= 0 && !this.#isTooLong(start, end)) {
        const fields = this.#fields;
        const second = this.#secondLine();
        const resumption = this.#longFields.length > 0 ? this.#afterJoiningQuote(fields) : undefined;
        if (resumption !== undefined) {
          yield { line, lines: this.#advance(second, resumption), error: brokenQuote };
          continue;
        }
        const error = isBlank(fields) ? undefined : this.#errorOf(fields, end);
        const lines = error === undefined ? this.#advance(second, end) : this.#passOver(second, end);
        if (lines === undefined) return;
        if (error !== undefined) yield { line, lines, error };
        else if (!isBlank(fields)) yield { line, lines, fields };
      } else if (this.#firstLineEnd - start >= this.#longest) {
        this.#position = this.#firstLineEnd;
        this.#skipping = true;
        yield { line, lines: 1, error: 'Linha demasiado longa' };
      } else {
        const lines = this.#passOver(this.#secondLine(), this.#endOfBroken(end));
        if (lines === undefined) return;
        yield { line, lines, error: brokenQuote };
      }
    }
  }

  #errorOf(fields: string[], end: number): string | undefined {
    if (this.#mayHoldNotText && this.#text.slice(this.#position, end).includes(notText)) {
      return 'Contém bytes que não são texto';
    }
    this.#width ||= fields.length;
    if (fields.length === this.#width) return undefined;
    return `Número de campos errado: ${fields.length} em vez de ${this.#width}`;
  }

  /** Whether the record just parsed is longer than taken; a single line counts without its end. */
  #isTooLong(start: number, end: number): boolean {
    return (end > this.#secondLine() ? end : this.#firstLineEnd + 1) - start > this.#longest;
  }

  /** Splits the record that starts here into `#fields` and answers where the next one starts, `incomplete` or `broken`. */
  #parse(start: number): number {
    const lineEnd = this.#lineEnd(start);
    this.#firstLineEnd = lineEnd;
    this.#longFields = [];
    if (this.#quote.from(start) >= lineEnd) {
      if (this.#isOpen(lineEnd)) return incomplete;
      this.#fields = this.#split(start, lineEnd);
      return this.#afterLineEnd(lineEnd);
    }
    this.#fields = [];
    for (let at = start; ;) {
      const end = this.#parseField(at);
      if (end < 0) return end;
      if (this.#text[end] !== this.#separator) return this.#isOpen(end) ? incomplete : this.#afterLineEnd(end);
      at = end + 1;
    }
  }

  /** Reads one field and answers where it ends: at a separator, at a line end or where the text ends. */
  #parseField(start: number): number {
    const text = this.#text;
    const open = pastSpaces(text, start);
    if (text[open] !== '"') {
      const end = Math.min(this.#nextSeparator.from(start), this.#lineEnd(start));
      const quote = this.#quote.from(start);
      if (quote < end) return this.#breakOff(quote);
      this.#fields.push(text.slice(start, end));
      return end;
    }
    let close = text.indexOf('"', open + 1);
    let doubled = false;
    while (close !== -1 && text[close + 1] === '"') {
      doubled = true;
      close = text.indexOf('"', close + 2);
    }
    if (close === -1) return this.#last ? this.#breakOff(text.length) : incomplete;
    const end = pastSpaces(text, close + 1);
    if (end === text.length && !this.#last) return incomplete;
    if (end < text.length && text[end] !== this.#separator && text[end] !== '\n' && text[end] !== '\r') {
      return this.#breakOff(end);
    }
    if (close > this.#firstLineEnd && this.#lineEnd(open) < close) {
      this.#longFields.push({ place: this.#fields.length, open, close });
    }
    const value = text.slice(open + 1, close);
    this.#fields.push(doubled ? value.replaceAll('""', '"') : value);
    return end;
  }

  /** At a quote that cannot be right; the whole line it stands on has to be there before it is decided what it is. */
  #breakOff(position: number): number {
    const lineEnd = this.#lineEnd(position);
    if (this.#isOpen(lineEnd)) return incomplete;
    this.#brokenOff = this.#afterLineEnd(lineEnd);
    return broken;
  }

  /** Where the lines end that a broken record may have taken in: at most as many as are taken for a record. */
  #endOfBroken(end: number): number {
    const limit = this.#position + this.#longest;
    if (end === broken && this.#brokenOff <= limit) return this.#brokenOff;
    const taken = this.#text.slice(this.#position, limit);
    return this.#afterLineEnd(this.#position + startOfLastLine(taken) - 1);
  }

  /**
   * Passes over a malformed record. Where another record can start in one of its further lines, a quote was open by mistake and only
   * the first line is lost; else they are the lines of one broken field. Answers how many lines that is; undefined where it takes
   * more text to tell.
   */
  #passOver(second: number, end: number): number | undefined {
    const holdsRecord = this.#holdsRecord(second, end);
    return holdsRecord === undefined ? undefined : this.#advance(second, holdsRecord ? second : end);
  }

  #holdsRecord(from: number, end: number): boolean | undefined {
    for (let at = from; at < end; at = this.#secondLine()) {
      const parsed = this.#parse(at);
      if (parsed === incomplete && !this.#isTooLong(at, this.#text.length)) return undefined;
      if (parsed >= 0 && this.#fields.length === this.#width && !this.#isTooLong(at, parsed)) return true;
      if (this.#split(at, this.#firstLineEnd).length >= this.#width) return true;
    }
    return false;
  }

  /**
   * Where a quote was open by mistake, and another one closed it: where the line after the first one starts; undefined where there is no
   * such. A field that was meant to take several lines is none: the line it begins on and the one it ends on are full records only
   * together. Here each is full by itself, and both or one between them mean what a record means.
   */
  #afterJoiningQuote(fields: string[]): number | undefined {
    if (this.#width !== fields.length) return undefined;
    for (const { place, open, close } of this.#longFields) {
      const lineEnd = this.#lineEnd(open);
      const next = this.#afterLineEnd(lineEnd);
      const last = next + startOfLastLine(this.#text.slice(next, close));
      const first = this.#fullLine([...fields.slice(0, place), ...this.#split(open, lineEnd)], place);
      const final = this.#fullLine([...this.#split(last, close), ...fields.slice(place + 1)], place);
      if (!first || !final) continue;
      if ((this.#isRecord(first) && this.#isRecord(final)) || this.#hasRecordLine(next, last)) return next;
    }
    return undefined;
  }

  /** The fields of a line with a broken quote in one of them, which then takes all there are too many; undefined where they are too few. */
  #fullLine(fields: string[], place: number): string[] | undefined {
    const tooMany = fields.length - this.#width;
    if (tooMany < 0) return undefined;
    const taken = fields.slice(place, place + tooMany + 1).join(this.#separator);
    return fields.toSpliced(place, tooMany + 1, taken.replaceAll('"', ''));
  }

  /** Whether one of the lines in between is a record and means what a record means. */
  #hasRecordLine(from: number, end: number): boolean {
    for (let at = from; at < end; at = this.#secondLine()) {
      if (this.#parse(at) >= 0 && this.#fields.length === this.#width && this.#isRecord(this.#fields)) return true;
    }
    return false;
  }

  /**
   * Goes on at `end`, where a line starts or the text is over, from a record whose second line would start at `second`. Answers how
   * many lines it took.
   */
  #advance(second: number, end: number): number {
    const lines = end > second ? 1 + linesIn(this.#text.slice(second, end)) : 1;
    this.#line += lines;
    this.#position = end;
    return lines;
  }

  /** Drops the rest of a line that was too long; false where it goes on beyond the text at hand. */
  #skipLine(): boolean {
    const lineEnd = this.#lineEnd(this.#position);
    this.#position = lineEnd;
    if (this.#isOpen(lineEnd)) return false;
    this.#position = this.#afterLineEnd(lineEnd);
    this.#line += 1;
    this.#skipping = false;
    return true;
  }

  #lineEnd(from: number): number {
    return Math.min(this.#lineFeed.from(from), this.#carriageReturn.from(from));
  }

  #split(from: number, to: number): string[] {
    return this.#text.slice(from, to).split(this.#separator);
  }

  #secondLine(): number {
    return this.#afterLineEnd(this.#firstLineEnd);
  }

  #afterLineEnd(lineEnd: number): number {
    if (lineEnd >= this.#text.length) return this.#text.length;
    return this.#text[lineEnd] === '\r' && this.#text[lineEnd + 1] === '\n' ? lineEnd + 2 : lineEnd + 1;
  }

  /** Whether the line may go on in text that is still to come; after a final CR an LF may follow. */
  #isOpen(lineEnd: number): boolean {
    const { length } = this.#text;
    return !this.#last && (lineEnd >= length || (lineEnd === length - 1 && this.#text[lineEnd] === '\r'));
  }
}

const brokenQuote = 'As aspas estão fora do sítio ou por fechar';

function isBlank(fields: string[]): boolean {
  return fields.every((field) => field.trim() === '');
}
