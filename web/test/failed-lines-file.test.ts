import { Blob as StreamingBlob } from 'node:buffer';
import type { FailedLine, Recognised } from '@rede/contract/orders-import';
import { describe, expect, test } from 'vitest';
import { cutOutFailedLines } from '../src/orders-import/failed-lines-file.ts';

type Form = Pick<Recognised, 'encoding' | 'separator'>;

const semicolons: Form = { encoding: 'utf-8', separator: ';' };

/** The text that is cut out of a file of these bytes, byte order mark included. */
async function cut(
  content: string | Uint8Array<ArrayBuffer>,
  failed: FailedLine[],
  form = semicolons,
): Promise<string> {
  const blob = await cutOutFailedLines(new StreamingBlob([content]) as Blob, form, failed);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
}

const failure = (lineNumber: number, error: string, lines = 1): FailedLine => ({
  lineNumber,
  lines,
  error,
  field: null,
  values: null,
});

describe('the file of the lines that failed', () => {
  test('has the header and those lines as they came, with what is wrong before them', async () => {
    const file = 'Número;Data;Valor\r\n1;2026-01-01;10,00\r\n2;2026-13-01;"1.234,50"\r\n3;2026-01-03;x\r\n';

    const text = await cut(file, [failure(3, 'Data: "2026-13-01" não é um dia'), failure(4, 'Valor: "x"')]);

    expect(text).toBe(
      '\uFEFFErro;Número;Data;Valor\r\n' +
        '"Data: ""2026-13-01"" não é um dia";2;2026-13-01;"1.234,50"\r\n' +
        '"Valor: ""x""";3;2026-01-03;x\r\n',
    );
  });

  test('keeps the line breaks within a record, and the file’s separator', async () => {
    const file = 'Name,Notes,Total\n#1,"porta\n2.º esq.\r\nobrigada",x\n#2,,5\n#3,,y';

    const text = await cut(file, [failure(2, 'Total: "x"', 3), failure(6, 'Total: "y"')], {
      encoding: 'utf-8',
      separator: ',',
    });

    expect(text).toBe(
      '\uFEFFErro,Name,Notes,Total\r\n' +
        '"Total: ""x""",#1,"porta\n2.º esq.\r\nobrigada",x\r\n' +
        '"Total: ""y""",#3,,y\r\n',
    );
  });

  test('counts lines by LF, CRLF and CR alike, wherever the file is read in pieces', async () => {
    const content = new TextEncoder().encode('a|b\r1|x\r\n2|y\n3|z\r\r\n5|w');
    const bytewise = { stream: () => inPieces(content) } as Blob;

    const blob = await cutOutFailedLines(bytewise, { encoding: 'utf-8', separator: '|' }, [
      failure(2, 'um'),
      failure(4, 'três'),
      failure(6, 'cinco'),
    ]);

    expect(await blob.text()).toBe('\uFEFFErro|a|b\r\n"um"|1|x\r\n"três"|3|z\r\n"cinco"|5|w\r\n'.slice(1));
  });

  test('is UTF-8, whatever the file was', async () => {
    const windows = Uint8Array.from([...'Cup', 0xe3, 'o;b\n', ...'ver', 0xe3, 'o;1'].flatMap(bytesOf));
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from('Cupão;b\nverão;1', 'utf16le')]);
    const expected = '\uFEFFErro;Cupão;b\r\n"não";verão;1\r\n';

    expect(await cut(windows, [failure(2, 'não')], { encoding: 'windows-1252', separator: ';' })).toBe(expected);
    expect(await cut(utf16, [failure(2, 'não')], { encoding: 'utf-16le', separator: ';' })).toBe(expected);
  });

  test('finds a header of several lines after blank ones', async () => {
    const file = '\n;;\n"Número\nde encomenda";b;c\n1;2;3\n';

    const text = await cut(file, [failure(5, 'mal')]);

    expect(text).toBe('\uFEFFErro;"Número\nde encomenda";b;c\r\n"mal";1;2;3\r\n');
  });

  test('puts new messages in the place of the old when it is cut out again', async () => {
    const file = '\uFEFFErro;a;b\r\n"Valor: ""x;y""";1;x\r\n;2;z\r\n';

    const text = await cut(file, [failure(2, 'ainda mal'), failure(3, 'também')]);

    expect(text).toBe('\uFEFFErro;a;b\r\n"ainda mal";1;x\r\n"também";2;z\r\n');
  });

  test('has last the records in which a quote is left open, for in a spreadsheet it swallows what follows', async () => {
    const file = 'a;b\n1;"x\n2;y\n';

    const text = await cut(file, [failure(2, 'aspas'), failure(3, 'mal')]);

    expect(text).toBe('\uFEFFErro;a;b\r\n"mal";2;y\r\n"aspas";1;"x\r\n');
  });

  test('holds no formula of ours', async () => {
    const text = await cut('=a;b\n1;2\n', [failure(2, '=a: "1" não é um valor')]);

    expect(text).toContain(`"'=a: ""1"" não é um valor";1;2`);
  });

  test('reads no further than it has to, and keeps nothing of what was loaded', async () => {
    let pieces = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        pieces += 1;
        controller.enqueue(new TextEncoder().encode(pieces === 1 ? 'a;b\n' : '1;2\n'.repeat(1000)));
      },
    });

    const blob = await cutOutFailedLines({ stream: () => endless } as Blob, semicolons, [failure(5000, 'mal')]);

    expect(await blob.text()).toBe('Erro;a;b\r\n"mal";1;2\r\n');
    expect(pieces).toBeLessThan(20);
  });
});

function bytesOf(part: string | number): number[] {
  return typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')];
}

function inPieces(content: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const byte of content) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
}
