import { isAscii, isUtf8 } from 'node:buffer';
import type { Recognised } from '@rede/contract/orders-import';

/** Stands, in decoded text, for bytes that are no text; no text file has it otherwise. */
export const notText = '\0';

/** Where a long line is cut, in bytes, so that memory stays flat. */
const longestHeld = 64 * 1024;

const noBytes: Buffer = Buffer.alloc(0);

export type Encoding = Recognised['encoding'];

/** The text of a file, piece by piece. */
export interface DecodedText {
  pieces: AsyncGenerator<string>;
  /** As far as the text read so far shows it; plain ASCII passes for UTF-8. */
  readonly encoding: Encoding;
}

/**
 * Decodes a file as it arrives. A byte order mark tells UTF-8 and UTF-16; without one the first line that is not plain ASCII shows
 * whether the file is UTF-8 or Windows-1252. Whatever cannot be decoded comes out as `notText`.
 */
export function decodeText(bytes: AsyncIterable<Buffer>): DecodedText {
  let decoder: Decoder | undefined;

  async function* decoded(): AsyncGenerator<string> {
    let beginning = noBytes;
    for await (const chunk of bytes) {
      if (decoder) {
        yield decoder.write(chunk);
        continue;
      }
      beginning = Buffer.concat([beginning, chunk]);
      if (beginning.length < longestMark) continue;
      decoder = decoderFor(beginning);
      yield decoder.write(beginning);
    }
    if (!decoder) {
      decoder = decoderFor(beginning);
      yield decoder.write(beginning);
    }
    yield decoder.end();
  }

  return {
    pieces: decoded(),
    get encoding() {
      return decoder?.encoding ?? 'utf-8';
    },
  };
}

interface Decoder {
  readonly encoding: Encoding;
  write(bytes: Buffer): string;
  end(): string;
}

const longestMark = 3;

function decoderFor(beginning: Buffer): Decoder {
  const [first, second, third] = beginning;
  if (first === 0xff && second === 0xfe) return withoutMark(utf16Decoder('little'), 2);
  if (first === 0xfe && second === 0xff) return withoutMark(utf16Decoder('big'), 2);
  if (first === 0xef && second === 0xbb && third === 0xbf) return withoutMark(linesDecoder('utf-8'), 3);
  return linesDecoder();
}

function withoutMark(decoder: Decoder, length: number): Decoder {
  let mark = length;
  return {
    get encoding() {
      return decoder.encoding;
    },
    write(bytes) {
      const text = bytes.subarray(mark);
      mark = 0;
      return decoder.write(text);
    },
    end: () => decoder.end(),
  };
}

type ByteEncoding = 'utf-8' | 'windows-1252';

/** Decodes whole lines, which never cut a character in two. */
function linesDecoder(known?: ByteEncoding): Decoder {
  let encoding = known;
  let held: Buffer[] = [];
  let heldLength = 0;

  function decode(bytes: Buffer): string {
    if (isAscii(bytes)) return bytes.toString('latin1');
    encoding ??= encodingOf(bytes);
    if (encoding === 'windows-1252') return windows1252.decode(bytes);
    return isUtf8(bytes) ? bytes.toString('utf8') : withBytesMarked(bytes);
  }

  return {
    get encoding() {
      return encoding ?? 'utf-8';
    },
    write(chunk) {
      held.push(chunk);
      heldLength += chunk.length;
      if (!hasLineEnd(chunk) && heldLength < longestHeld) return '';
      const bytes = held.length === 1 ? chunk : Buffer.concat(held);
      const end = endOfLastLine(bytes) || endOfWholeCharacters(bytes);
      heldLength = bytes.length - end;
      held = heldLength === 0 ? [] : [bytes.subarray(end)];
      return decode(bytes.subarray(0, end));
    },
    end: () => decode(Buffer.concat(held)),
  };
}

const windows1252 = new TextDecoder('windows-1252');

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function hasLineEnd(bytes: Buffer): boolean {
  return bytes.includes(lineFeed) || bytes.includes(carriageReturn);
}

/** Where the last line ends; 0 where none does. */
function endOfLastLine(bytes: Buffer): number {
  return bytes.lastIndexOf(lineFeed) + 1 || bytes.lastIndexOf(carriageReturn) + 1;
}

/** The end without the character that the last bytes may have begun. */
function endOfWholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** Decided by the first line that is not ASCII: where it has UTF-8 characters, broken bytes are damage, not another encoding. */
function encodingOf(bytes: Buffer): ByteEncoding {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const ends = [bytes.indexOf(lineFeed, first), bytes.indexOf(carriageReturn, first)].filter((end) => end !== -1);
  const { characters, broken } = surveyUtf8(bytes.subarray(first, Math.min(bytes.length, ...ends)));
  return characters > 0 && characters >= broken.length ? 'utf-8' : 'windows-1252';
}

/** UTF-8 text in which each byte that belongs to no character is `notText`. */
function withBytesMarked(bytes: Buffer): string {
  const marked = Buffer.from(bytes);
  for (const position of surveyUtf8(bytes).broken) marked[position] = 0;
  return marked.toString('utf8');
}

/** How many characters beyond ASCII there are, and which bytes belong to no character. */
function surveyUtf8(bytes: Buffer): { characters: number; broken: number[] } {
  const broken: number[] = [];
  let characters = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) {
      broken.push(at);
      at += 1;
      continue;
    }
    if (length > 1) characters += 1;
    at += length;
  }
  return { characters, broken };
}

function utf16Decoder(endianness: 'little' | 'big'): Decoder {
  let held = noBytes;
  return {
    encoding: endianness === 'little' ? 'utf-16le' : 'utf-16be',
    write(chunk) {
      const bytes = Buffer.concat([held, chunk]);
      let end = bytes.length - (bytes.length % 2);
      const lastHighByte = bytes[endianness === 'little' ? end - 1 : end - 2] ?? 0;
      const halfOfPair = lastHighByte >= 0xd8 && lastHighByte < 0xdc;
      if (halfOfPair) end -= 2;
      held = Buffer.from(bytes.subarray(end));
      const whole = bytes.subarray(0, end);
      const text = (endianness === 'little' ? whole : whole.swap16()).toString('utf16le');
      return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, notText);
    },
    end: () => (held.length === 0 ? '' : notText),
  };
}
