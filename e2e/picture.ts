import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How many pixels of a picture may differ, smooth edges aside: less than a letter. */
const tolerance = 40;

interface Comparison {
  same: boolean;
  /** The pixels that differ in red, over a faint picture. */
  difference?: Buffer;
}

/**
 * Compares a kept picture with one that was taken now, pixel by pixel unless it is the very same file that was kept. Where their sizes
 * differ the rest of the larger one differs too.
 */
export function compare(keptFile: Buffer, takenFile: Buffer): Comparison {
  if (keptFile.includes(markOf(takenFile))) return { same: true };
  const [kept, taken] = [PNG.sync.read(keptFile), PNG.sync.read(takenFile)];
  const width = Math.max(kept.width, taken.width);
  const height = Math.max(kept.height, taken.height);
  const difference = new PNG({ width, height });
  const [a, b] = [onto(kept, width, height), onto(taken, width, height)];
  const pixels = pixelmatch(a.data, b.data, difference.data, width, height, { threshold: 0.1 });
  const isAsLarge = kept.width === taken.width && kept.height === taken.height;
  return { same: isAsLarge && pixels <= tolerance, difference: PNG.sync.write(difference) };
}

/** Tells a kept picture which file it was made of. */
function markOf(file: Buffer): Buffer {
  return Buffer.from(`Source\0${createHash('sha256').update(file).digest('hex')}`, 'latin1');
}

function onto(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const larger = new PNG({ width, height });
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0);
  return larger;
}

/** The same picture in 256 colours, as a file of a third of the size. */
export function inFewColours(file: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(file);
  const palette = paletteOf(data);
  const nearest = nearestOf(palette);
  // Each line begins with its filter: none.
  const lines = Buffer.alloc((width + 1) * height);
  for (let line = 0, at = 0; line < height; line += 1) {
    for (let column = 1; column <= width; column += 1, at += 4) {
      lines[line * (width + 1) + column] = nearest(data.readUIntBE(at, 3));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for a place in the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('tEXt', markOf(file)),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The commonest colours, and of others that are much alike the commonest one, so that a small spot in a colour of its own keeps it. */
function paletteOf(data: Buffer): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const colours = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette = colours.slice(0, 96);
  const taken = new Set<number>();
  for (const colour of colours.slice(96)) {
    const kind = colour & 0xf0f0f0;
    if (taken.has(kind) || palette.length === 256) continue;
    taken.add(kind);
    palette.push(colour);
  }
  return palette;
}

/** Finds the place of the colour in the palette that is least far from one. */
function nearestOf(palette: readonly number[]): (colour: number) => number {
  const found = new Map(palette.map((colour, place) => [colour, place]));
  const parts = palette.map(partsOf);
  return (colour) => {
    const known = found.get(colour);
    if (known !== undefined) return known;
    const wanted = partsOf(colour);
    const distances = parts.map((part) => part.reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0));
    const place = distances.indexOf(Math.min(...distances));
    found.set(colour, place);
    return place;
  };
}

function partsOf(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
