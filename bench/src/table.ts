import type { Speed } from './measure.ts';

export interface Column {
  title: string;
  width: number;
  /** Of numbers. */
  right?: boolean;
}

/** A table of plain text, said row by row; it is Markdown too. */
export function table(columns: readonly Column[], say: (text: string) => void) {
  const line = (cells: readonly string[]) =>
    say(`| ${columns.map(({ width, right }, index) => pad(cells[index] ?? '', width, right)).join(' | ')} |`);
  line(columns.map(({ title }) => title));
  say(`|${columns.map(({ width, right }) => `${'-'.repeat(width + 1)}${right ? ':' : '-'}`).join('|')}|`);
  return { row: line };
}

function pad(text: string, width: number, right = false): string {
  return right ? text.padStart(width) : text.padEnd(width);
}

/** How often it was measured, p50 and p99. */
export function figures({ times, p50, p99 }: Speed): string[] {
  return [String(times), milliseconds(p50), milliseconds(p99)];
}

/** With as many digits as tell something. */
export function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

/** Whether a figure is within its target; otherwise by how much it misses. */
export const atLeast = (figure: number, target: number) =>
  figure >= target ? 'ok' : `misses by ${(target / figure).toFixed(2)} ×`;
export const atMost = (figure: number, target: number) =>
  figure <= target ? 'ok' : `misses by ${(figure / target).toFixed(2)} ×`;
