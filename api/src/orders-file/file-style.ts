import { Problem } from '../http/problem.ts';
import type { DecimalMark } from './amounts.ts';
import type { DateOrder, TwoWayDate } from './dates.ts';

export interface SettledStyle {
  dateOrder: DateOrder;
  /** `unknown` where the file's amounts show none, or both. */
  decimalMark: DecimalMark | 'unknown';
}

interface Sightings {
  count: number;
  first: string;
}

/** Where others depend on it, a telling date is outvoted by this many: it is then a slip, and fails alone. */
const datesForASlip = 10;

/**
 * How a file writes its dates and amounts, gathered record by record. One date that can only be read one way settles how
 * all are read; dates that later contradict it are counted, and too many of them are a reason to refuse the file.
 */
export class FileStyle {
  readonly #dates = new Map<'dayFirst' | 'monthFirst' | 'bothWays', Sightings>();
  readonly #decimalMarks = new Set<DecimalMark>();
  #plainDates = 0;
  #dateOrder: DateOrder = 'unknown';

  /** As far as it is settled by now. */
  get dateOrder(): DateOrder {
    return this.#dateOrder;
  }

  get decimalMark(): SettledStyle['decimalMark'] {
    const [decimalMark = 'unknown', another] = this.#decimalMarks;
    return another ? 'unknown' : decimalMark;
  }

  notePlainDate(): void {
    this.#plainDates += 1;
  }

  noteTwoWayDate({ text, dayFirst, monthFirst }: TwoWayDate, line: number): void {
    if (dayFirst === monthFirst) return;
    const kind = dayFirst && monthFirst ? 'bothWays' : dayFirst ? 'dayFirst' : 'monthFirst';
    const sightings = this.#dates.get(kind);
    if (sightings) sightings.count += 1;
    else this.#dates.set(kind, { count: 1, first: `"${text}" na linha ${line}` });
    if (kind !== 'bothWays' && this.#dateOrder === 'unknown') this.#dateOrder = kind;
  }

  noteDecimalMark(mark: DecimalMark): void {
    this.#decimalMarks.add(mark);
  }

  /** What the whole file shows. Throws a Problem where its dates cannot be read without guessing. */
  settle(): SettledStyle {
    this.#refuseDoubtfulDates();
    return { dateOrder: this.#dateOrder, decimalMark: this.decimalMark };
  }

  #refuseDoubtfulDates(): void {
    const { dayFirst, monthFirst, bothWays } = Object.fromEntries(this.#dates);
    if (dayFirst && monthFirst) {
      const contradicting = this.#dateOrder === 'dayFirst' ? monthFirst : dayFirst;
      const agreeing = this.#dateOrder === 'dayFirst' ? dayFirst : monthFirst;
      const slip = contradicting.count * (bothWays ? datesForASlip : 1) < agreeing.count;
      if (slip) return;
      throw new Problem(
        'invalid',
        `O ficheiro mistura datas dia/mês (${dayFirst.first}) com datas mês/dia (${monthFirst.first}). Use uma só forma, de preferência aaaa-mm-dd.`,
      );
    }
    if (bothWays && this.#dateOrder === 'unknown' && this.#plainDates === 0) {
      throw new Problem(
        'invalid',
        `As datas do ficheiro tanto podem ser dia/mês como mês/dia (por exemplo ${bothWays.first}) e nenhuma mostra qual. Use datas aaaa-mm-dd.`,
      );
    }
  }
}
