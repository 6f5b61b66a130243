import { CsvReader, type MalformedLine, type RecordLine } from '@rede/api/orders-file/reader';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';

interface Given {
  separator?: string;
  /** The longest record taken. */
  longest?: number;
  isRecord?: (fields: string[]) => boolean;
  /** Where the text is cut into pieces. */
  cuts?: number[];
}

/** Everything that is read from the text, its header included. */
function read(text: string, { separator = ',', cuts = [], ...options }: Given = {}): (RecordLine | MalformedLine)[] {
  const reader = new CsvReader(separator, options);
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((one, other) => one - other);
  const pieces = [0, ...ends].map((start, index) => text.slice(start, ends[index]));
  return [...pieces.flatMap((piece) => Array.from(reader.read(piece))), ...reader.end()];
}

const records = (items: (RecordLine | MalformedLine)[]) =>
  items.flatMap((item) => ('fields' in item ? [item.fields] : []));
const malformed = (items: (RecordLine | MalformedLine)[]) => items.flatMap((item) => ('error' in item ? [item] : []));

const value = fc.string({ unit: fc.constantFrom('a', '1', 'é', '"', ',', ';', ' ', '\n', '\r', '\r\n'), maxLength: 6 });
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

/** As a careful program writes a field: quoted wherever it needs to be, and sometimes where it does not. */
const field = fc
  .tuple(value, fc.boolean())
  .map(([text, always]) => (always || /[",;\n\r]|^ | $|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));

const row = fc
  .tuple(field, field, field)
  .filter((fields) => fields.some((text) => text.replaceAll(/["\s]/g, '') !== ''));

test('what a careful program writes is read as another reader reads it, however the text is cut', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      lineEnd,
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 5 }),
      (rows, end, ended, cuts) => {
        const text = rows.map((fields) => fields.join(',')).join(end) + (ended ? end : '');

        const items = read(text, { cuts });

        const oracle = parse(text, { record_delimiter: end, relax_column_count: true });
        expect(items).toEqual(
          oracle.map((fields, index) => ({
            line: 1 + linesOf(rows.slice(0, index), end),
            lines: linesOf(rows.slice(index, index + 1), end),
            fields,
          })),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

function linesOf(rows: string[][], end: string): number {
  return (
    rows
      .map((fields) => fields.join(',') + end)
      .join('')
      .split(/\r\n|\r|\n/).length - 1
  );
}

const scrap = fc.constantFrom(
  'a',
  'é',
  '"',
  '""',
  ',',
  ';',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\0',
  'x,y,z\n',
  '1,"2",3\n',
  '"a\nb",2,3\n',
  '4,"x,5\n',
  '6,y",7\n',
);

const isRecord = ([number = '', , total = '']: string[]) => number !== '' && /^\d+$/.test(total);

test('how the text is cut into pieces never makes a difference, whatever the text and however short the longest record', () => {
  fc.assert(
    fc.property(
      fc.array(scrap, { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.integer({ min: 3, max: 40 }),
      (scraps, cuts, longest) => {
        const text = scraps.join('');

        expect(read(text, { cuts, longest, isRecord })).toEqual(read(text, { longest, isRecord }));
      },
    ),
    { numRuns: 5000 },
  );
});

test('every line that is not blank belongs to one record or malformed line, and to one only, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 40 }), fc.integer({ min: 3, max: 40 }), (scraps, longest) => {
      const lines = scraps.join('').split(/\r\n|\r|\n/);

      const items = read(lines.join('\n'), { longest, isRecord });

      const taken = items.flatMap(({ line, lines }) => Array.from({ length: lines }, (_, index) => line + index));
      const blank = lines.flatMap((text, index) => (/^[\s",]*$/.test(text) ? [index + 1] : []));
      expect(taken).toEqual([...new Set(taken)].toSorted((one, other) => one - other));
      expect([...new Set([...taken, ...blank])]).toHaveLength(lines.length);
    }),
    { numRuns: 3000 },
  );
});

test('the last record takes all its lines where the file ends without a line end', () => {
  const items = read('a,b\r1,"um\rdois\r\ntrês"');

  expect(items.slice(1)).toEqual([{ line: 2, lines: 3, fields: ['1', 'um\rdois\r\ntrês'] }]);
});

test('a quote too many or too few costs the record it stands in and no other', () => {
  const sound = fc.tuple(
    fc.constantFrom('7', '"8"', '"nove ""9"""', '"dez\n10"', '"onze, 11"'),
    fc.constantFrom('sim', '"não"'),
  );
  const unsound = fc.constantFrom('"aberta,x', 'fechada",x', 'a "meio" dela,x', '"a" mais,x', '"""três,x', ',"');

  fc.assert(
    fc.property(
      fc.array(sound, { maxLength: 5 }),
      unsound,
      fc.array(sound, { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 3 }),
      (before, broken, after, cuts) => {
        const written = (rows: string[][], place: string) =>
          rows.map((fields, index) => [`${place}${index}`, ...fields].join(',') + '\n');
        const lines = ['número,a,b\n', ...written(before, 'antes'), `partida,${broken}\n`, ...written(after, 'depois')];

        const items = read(lines.join(''), { cuts });

        expect(records(items).map(([number]) => number)).toEqual([
          'número',
          ...before.map((_, index) => `antes${index}`),
          ...after.map((_, index) => `depois${index}`),
        ]);
        expect(malformed(items).map(({ line }) => line)).toEqual([
          1 +
            lines
              .slice(0, before.length + 1)
              .join('')
              .split('\n').length -
            1,
        ]);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['plain', 'a,b,c\n1,2,3\n', [['1', '2', '3']]],
  ['a separator in quotes', 'nome,morada\nAna,"Rua Direita 5, 2.º"\n', [['Ana', 'Rua Direita 5, 2.º']]],
  [
    'empty fields, quoted or not',
    'a,b,c\r\n1,"",""\r\n2,,4\r\n',
    [
      ['1', '', ''],
      ['2', '', '4'],
    ],
  ],
  [
    'doubled quotes',
    'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    [
      ['1', 'ha "ha" ha'],
      ['3', '4'],
    ],
  ],
  [
    'JSON',
    'n,dados\n1,"{""tipo"": ""ponto"", ""onde"": [102, 0.5]}"\n',
    [['1', '{"tipo": "ponto", "onde": [102, 0.5]}']],
  ],
  [
    'line ends in quotes',
    'a,b,c\n1,2,3\n"Era\numa\r\nvez",5,6\n',
    [
      ['1', '2', '3'],
      ['Era\numa\r\nvez', '5', '6'],
    ],
  ],
  ['line ends and quotes in quotes', 'a,b\r\n1,"ha\r\n""ha""\r\nha"\r\n', [['1', 'ha\r\n"ha"\r\nha']]],
  [
    'letters of all kinds',
    'a,b,c\n1,2,3\n4,5,ʤ 数 😀\n',
    [
      ['1', '2', '3'],
      ['4', '5', 'ʤ 数 😀'],
    ],
  ],
  ['coordinates', 'telefone,lugar\n+351 239 000 000,"(40.20, -8.41)"\n', [['+351 239 000 000', '(40.20, -8.41)']]],
  ['nothing but a header', 'a,b,c', []],
])('what is usual is read as usual: %s', (_, text, expected) => {
  expect(records(read(text)).slice(1)).toEqual(expected);
});

test('a record has the line it starts on and how many it takes, after quoted line breaks and blank lines too', () => {
  const items = read('a,b\n1,"um\r\ndois\n"\n\n , \n2,x\n');

  expect(items).toEqual([
    { line: 1, lines: 1, fields: ['a', 'b'] },
    { line: 2, lines: 3, fields: ['1', 'um\r\ndois\n'] },
    { line: 7, lines: 1, fields: ['2', 'x'] },
  ]);
});

test('line ends may be mixed, and the last one may be missing', () => {
  const items = read('a;b\r1;2\r\n3;4\n5;6', { separator: ';' });

  expect(items).toEqual([
    { line: 1, lines: 1, fields: ['a', 'b'] },
    { line: 2, lines: 1, fields: ['1', '2'] },
    { line: 3, lines: 1, fields: ['3', '4'] },
    { line: 4, lines: 1, fields: ['5', '6'] },
  ]);
});

test('spaces around quotes are no part of the value', () => {
  const items = read('a,b\n1, "x, y" \n');

  expect(records(items)).toEqual([
    ['a', 'b'],
    ['1', 'x, y'],
  ]);
});

test('a record of several lines with a field too few is one malformed record', () => {
  const items = read('a,b,c\n1,"um\ndois"\n2,x,y\n');

  expect(items.slice(1)).toEqual([
    { line: 2, lines: 2, error: 'Número de campos errado: 2 em vez de 3' },
    { line: 4, lines: 1, fields: ['2', 'x', 'y'] },
  ]);
});

test('a short line after a broken quote is a malformed line of its own', () => {
  const items = read('a,b,c\n1,"x,y\n2,x\n3,"x",y\n');

  expect(items.slice(1)).toEqual([
    { line: 2, lines: 1, error: 'As aspas estão fora do sítio ou por fechar' },
    { line: 3, lines: 1, error: 'Número de campos errado: 2 em vez de 3' },
    { line: 4, lines: 1, fields: ['3', 'x', 'y'] },
  ]);
});

test('a quote that is never closed costs one record and not the rest of the file', () => {
  const items = read(`a,b\n1,"x\n${'2,y\n'.repeat(1000)}`, { longest: 500 });

  expect(malformed(items)).toEqual([{ line: 2, lines: 1, error: 'As aspas estão fora do sítio ou por fechar' }]);
  expect(records(items)).toHaveLength(1001);
});

const brokenQuote = 'As aspas estão fora do sítio ou por fechar';

test.each([
  ['with records between them', '1,"x,5\n2,y,6\n\n3,,7\n4,z",8\n5,w,9\n', [2, 6], ['2', '3', '5']],
  ['in two records that follow each other', '1,"x,5\n2,y",6\n3,z,7\n', [2, 3], ['3']],
  ['with separators in the fields they were to close', '1,"x, y,5\n2,a,6\n3,z, w",7\n4,b,8\n', [2, 4], ['2', '4']],
  ['with records between them that have quotes themselves', '1,"x,5\n2,"",6\n3,z",7\n', [2, 4], ['2']],
  ['in the last column', '1,x,"5\n2,y,6\n3,z,7"\n', [2, 4], ['2']],
  ['in the first column', '"1,x,5\n2,y,6\n3",z,7\n', [2, 4], ['2']],
  ['after a field of several lines', '"1\n","x,5\n2,y,6\n3,z",7\n4,w,8\n', [2, 5], ['2', '4']],
])('two broken quotes that make one field cost the two records they stand in: %s', (_, text, lost, kept) => {
  const items = read(`n,a,b\n${text}`, { isRecord });

  expect(malformed(items).map(({ line, error }) => ({ line, error }))).toEqual(
    lost.map((line) => ({ line, error: brokenQuote })),
  );
  expect(records(items).map(([number]) => number)).toEqual(['n', ...kept]);
});

test.each([
  ['an address', '1,"Rua Direita, 5\n1000-001, Lisboa",5\n'],
  ['numbers line by line', '1,"7,8,9\n10,11,12\n",5\n'],
  ['lines of another record, as somebody pasted them', '1,"Repete:\n2,y,6\n3,z,7\nobrigado",5\n'],
  ['the same in the last column', '1,7,"8\n2,y,6\n3,z,7\nobrigado"\n'],
  ['the same in the first column', '"obrigado\n2,y,6\n3",z,7\n'],
])('a field that was meant to take several lines stays one: %s', (_, text) => {
  const items = read(`n,a,b\n${text}2,y,6\n`, { isRecord });

  expect(malformed(items)).toEqual([]);
  expect(records(items)).toHaveLength(3);
});

test('a line without end is malformed and is not kept', () => {
  const reader = new CsvReader(',', { longest: 1000 });
  const before = [...reader.read('a,b\n1,x')];
  const meanwhile = Array.from({ length: 200 }, () => [...reader.read('x'.repeat(100))]).flat();
  const after = [...reader.read('x\n2,y\n'), ...reader.end()];

  expect(before).toEqual([{ line: 1, lines: 1, fields: ['a', 'b'] }]);
  expect(meanwhile).toEqual([{ line: 2, lines: 1, error: 'Linha demasiado longa' }]);
  expect(after).toEqual([{ line: 3, lines: 1, fields: ['2', 'y'] }]);
});

test('a record with bytes that are no text is malformed, the others are not', () => {
  const items = read('a,b\n1,x\0\n2,y\n');

  expect(items.slice(1)).toEqual([
    { line: 2, lines: 1, error: 'Contém bytes que não são texto' },
    { line: 3, lines: 1, fields: ['2', 'y'] },
  ]);
});
