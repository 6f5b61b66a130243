import { inflateRawSync } from 'node:zlib';

export interface ReadSheet {
  name: string;
  /** Cell by cell: text, a number, or null where the cell is empty. */
  rows: (string | number | null)[][];
  /** The styles' number formats, cell by cell; undefined where there is none. */
  formats: (string | undefined)[][];
  xml: string;
}

/** What an .xlsx file says, read the way a spreadsheet program does; throws where it is no such file. */
export function readSpreadsheet(file: Buffer): ReadSheet[] {
  const files = unzip(file);
  const part = (path: string) => {
    const content = files.get(path);
    if (content === undefined) throw new Error(`the spreadsheet has no ${path}`);
    return content;
  };
  const formats = cellFormats(part('xl/styles.xml'));
  const targets = new Map(
    all(part('xl/_rels/workbook.xml.rels'), /<Relationship Id="([^"]+)"[^>]* Target="([^"]+)"/g).map(
      ([, id, target]) => [id, target],
    ),
  );
  return all(part('xl/workbook.xml'), /<sheet name="([^"]+)"[^>]* r:id="([^"]+)"/g).map(([, name, id]) => {
    const xml = part(`xl/${targets.get(id)}`);
    const rows = all(xml, /<row>(.*?)<\/row>/gs).map(([, row = '']) => all(row, /<c(?: [^>]*)?(?:\/>|>.*?<\/c>)/gs));
    return {
      name: unescape(name ?? ''),
      rows: rows.map((cells) => cells.map(([cell = '']) => valueOf(cell))),
      formats: rows.map((cells) => cells.map(([cell = '']) => formats[Number(/ s="(\d+)"/.exec(cell)?.[1] ?? 0)])),
      xml,
    };
  });
}

function valueOf(cell: string): string | number | null {
  const [, space, text] = /<t( xml:space="preserve")?>(.*)<\/t>/s.exec(cell) ?? [];
  // Space around a text is nothing to a spreadsheet program, unless that is said.
  if (text !== undefined) return space ? unescape(text) : unescape(text).trim();
  const number = /<v>(.*)<\/v>/.exec(cell)?.[1];
  return number === undefined ? null : Number(number);
}

/** What each cell style does to numbers: the two built-in formats the product uses, and its own. */
function cellFormats(styles: string): (string | undefined)[] {
  const builtIn: [string, string][] = [['4', '#,##0.00']];
  const own = all(styles, /<numFmt numFmtId="(\d+)" formatCode="([^"]+)"/g).map(
    ([, id = '', code = '']): [string, string] => [id, unescape(code)],
  );
  const known = new Map([...builtIn, ...own]);
  const used = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return all(used, /<xf[^>]*\/>/g).map(([xf = '']) => known.get(/numFmtId="(\d+)"/.exec(xf)?.[1] ?? ''));
}

/** A zip's files by path, found through its central directory (PKWARE APPNOTE 4.3). */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0) throw new Error('not a zip file, or a truncated one');
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at));
    const name = zip.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(entry + 42);
    const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(content, content + zip.readUInt32LE(entry + 20));
    const isDeflated = zip.readUInt16LE(entry + 10) === 8;
    files.set(name, (isDeflated ? inflateRawSync(bytes) : bytes).toString('utf8'));
    entry += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

function all(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)];
}

function unescape(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
