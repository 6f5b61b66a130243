import type { Day } from '@rede/contract/days';
import { mostFailedLines, type StatusMeaning } from '@rede/contract/orders-import';
import { inRange, parseAmount } from './amounts.ts';
import type { Columns } from './columns.ts';
import { parseDate } from './dates.ts';
import { FileStyle, type SettledStyle } from './file-style.ts';
import type { RecordLine } from './reader.ts';
import { RecordFields } from './record-fields.ts';
import { quoted, Refusal } from './refusal.ts';
import { type Fault, refusedRecord } from './refused-order.ts';
import { lineValues, type RefusedRecord } from './refused-record.ts';
import { type Field, knownStatuses } from './shops.ts';
import { shortText } from './short-text.ts';
import { type PaymentStatus, shownStatus, statusKey } from './statuses.ts';
import { centsOf, dayOf, isAmbiguous, isTwoWay, known, type Style, unpaidAtMost, type Written } from './written.ts';

/** What a record is read as. Where that depends on a style that the file has not shown yet, there is one reading for each style. */
export interface Reading {
  line: number;
  lines: number;
  number: string;
  order?: OrderValues;
  /** Why the record is refused: Portuguese, with the column and the value. */
  problem?: string;
  /** What is kept of a refused record; of as many as an answer lists. */
  refused?: RefusedRecord | undefined;
  /** Holds only in a file whose dates turn out to be in this order. */
  dateOrder?: Style['dateOrder'];
  /** Holds only in a file whose amounts turn out to have this decimal mark. */
  decimalMark?: Style['decimalMark'];
  /** A further item of the order of this number: no record of its own, unless the file has no such order. */
  itemRow?: true;
}

/** An order as the file tells it; amounts are in cents. */
export interface OrderValues {
  coupon: string | null;
  code: string | null;
  createdAt: Day;
  paidAt: Day | null;
  total: number;
  payment: number | null;
}

const anyStyle: Style[] = [{}];
const dateOrders = ['dayFirst', 'monthFirst', 'unknown'] as const;
const decimalMarks = ['.', ',', 'unknown'] as const;

// As in the order form.
const longestNumber = 100;
const longestCoupon = 100;
const longestCode = 40;

const missingTotal = new Refusal('Valor da Encomenda é obrigatório');
const missingDay = new Refusal('Data de Encomenda é obrigatória');
const missingNumber = new Refusal('Número de encomenda é obrigatório');

/** So many different words are asked for; a column with more has no statuses in it. */
const mostUnknownWords = 200;
const mostReadStatuses = 1000;

/** Reads the records of one file by what the columns of its shop mean. */
export class OrderReader {
  readonly #columns: Columns;
  readonly #record: RecordFields;
  readonly #paymentStatuses: Map<string, PaymentStatus>;
  /** As the file writes them: it has few different ones. */
  readonly #readStatuses = new Map<string, PaymentStatus>();
  readonly #style = new FileStyle();
  /** The number of the record before; undefined where that was malformed. */
  #lastNumber: string | undefined = '';
  readonly #unknownWords = new Map<string, { word: string; records: number }>();
  /** Records that are refused whatever the rest of the file shows. */
  #refusals = 0;

  /** @param answers what somebody said the shop's statuses mean, by `statusKey`; what is known of itself goes before. */
  constructor(columns: Columns, answers: ReadonlyMap<string, StatusMeaning> = new Map()) {
    this.#columns = columns;
    this.#record = new RecordFields(columns);
    this.#paymentStatuses = new Map([...answers, ...knownStatuses(columns.shop)]);
  }

  /** The statuses whose meaning nobody knows, the most frequent first. */
  get unknownWords(): { word: string; records: number }[] {
    return [...this.#unknownWords.values()].toSorted((one, other) => other.records - one.records);
  }

  /** What the whole file shows of its style, once every record is read. Throws a Problem where its dates would be a guess. */
  settle(): SettledStyle {
    return this.#style.settle();
  }

  /** Tells of a malformed record: item rows that follow it are taken for its own. */
  passMalformed(): void {
    this.#lastNumber = undefined;
  }

  /** The record's readings; none where it only continues the order before it. */
  read({ line, lines, fields }: RecordLine): Reading[] {
    const { shop } = this.#columns;
    const decorated = this.#record.text(fields, 'number');
    const number = shop.plainNumber ? shop.plainNumber(decorated) : decorated;
    const continues = this.#lastNumber === undefined || number === this.#lastNumber;
    this.#lastNumber = number;
    if (shop.itemRows && number !== '' && !this.#record.text(fields, 'total') && !this.#record.text(fields, 'status')) {
      return continues ? [] : [{ line, lines, number, ...this.#itemRow(fields, number) }];
    }
    const written: Written = {
      createdAt: this.#date(fields, 'createdAt', line),
      paidAt: this.#date(fields, 'paidAt', line),
      total: this.#amount(fields, 'total'),
      payment: this.#amount(fields, 'payment'),
      outstanding: this.#amount(fields, 'outstanding'),
      paymentStatus: this.#paymentStatus(fields),
    };
    const { paymentStatus } = written;
    if (paymentStatus === 'cancelled' || paymentStatus === 'draft') {
      this.#refusals += 1;
      return [{ line, lines, number, ...this.#cancellation(fields, number, written) }];
    }
    if (paymentStatus === 'unknown') this.#noteUnknownWord(this.#record.text(fields, 'status'));
    const readings = this.#stylesOf(written).map(({ dateOrder, decimalMark }) => {
      const { order, problem, refused } = this.#order(fields, number, written, { dateOrder, decimalMark });
      return { line, lines, number, order, problem, refused, dateOrder, decimalMark };
    });
    if (readings.length === 1 && !readings[0]?.order) this.#refusals += 1;
    return readings;
  }

  /**
   * The reading of a record that stands alone, by what it shows itself. Where that leaves it open how it is meant, it is refused.
   */
  readAlone(record: RecordLine): Reading | undefined {
    const readings = this.read(record);
    const { decimalMark } = this.#style;
    return readings.find(
      (reading) =>
        (reading.dateOrder === undefined || reading.dateOrder === 'unknown') &&
        (reading.decimalMark === undefined || reading.decimalMark === decimalMark),
    );
  }

  /** A refusal in Portuguese, with the column as the file calls it. */
  message(field: Field, refusal: Refusal): string {
    return this.#record.message(field, refusal);
  }

  #paymentStatus(fields: string[]): PaymentStatus | undefined {
    if (this.#record.text(fields, 'cancelledAt')) return 'cancelled';
    const status = this.#record.text(fields, 'status');
    if (!status) return undefined;
    let meaning = this.#readStatuses.get(status);
    if (!meaning) {
      meaning = this.#paymentStatuses.get(statusKey(status)) ?? 'unknown';
      if (this.#readStatuses.size < mostReadStatuses) this.#readStatuses.set(status, meaning);
    }
    return meaning;
  }

  #noteUnknownWord(status: string): void {
    const key = statusKey(status);
    const known = this.#unknownWords.get(key);
    if (known) known.records += 1;
    else if (this.#unknownWords.size < mostUnknownWords) {
      this.#unknownWords.set(key, { word: shownStatus(status), records: 1 });
    }
  }

  /** What is kept of a refused record; nothing where as many are refused by now as an answer lists. */
  #refused(refused: () => RefusedRecord): RefusedRecord | undefined {
    return this.#refusals < mostFailedLines ? refused() : undefined;
  }

  #itemRow(fields: string[], number: string): Pick<Reading, 'problem' | 'refused' | 'itemRow'> {
    const text = this.#record.text(fields, 'createdAt');
    const date = parseDate(text);
    const values = lineValues({ ecommerceId: number, createdAt: typeof date === 'string' ? date : text });
    return {
      problem: this.#record.message('total', missingTotal),
      refused: this.#refused(() => ({ field: 'total', values })),
      itemRow: true,
    };
  }

  #cancellation(fields: string[], number: string, written: Written): Pick<Reading, 'problem' | 'refused'> {
    const told = this.#record.text(fields, 'cancelledAt') ? 'cancelledAt' : 'status';
    const what =
      written.paymentStatus === 'draft' ? 'Na loja ainda não é uma encomenda' : 'A loja cancelou esta encomenda';
    const problem = `${what} (${this.#record.title(told)}: ${quoted(this.#record.text(fields, told))})`;
    const refused = this.#refused(() => ({
      field: null,
      values: this.#record.values(fields, number, {
        createdAt: known(dayOf(written.createdAt, this.#style.dateOrder)),
        paidAt: known(dayOf(written.paidAt, this.#style.dateOrder)),
        total: known(inRange(centsOf(written.total, {}), '')),
        payment: known(inRange(centsOf(written.payment, {}), '')),
      }),
      objections: [{ field: null, error: problem }],
    }));
    return { problem, refused };
  }

  #date(fields: string[], field: Field, line: number): Written['createdAt'] {
    const text = this.#record.text(fields, field);
    if (text === '') return null;
    const date = parseDate(text);
    if (typeof date === 'string') this.#style.notePlainDate();
    else if (!(date instanceof Refusal)) this.#style.noteTwoWayDate(date, line);
    return date;
  }

  #amount(fields: string[], field: Field): Written['total'] {
    const text = this.#record.text(fields, field);
    if (text === '') return null;
    const amount = parseAmount(text);
    if ('decimalMark' in amount && amount.decimalMark) this.#style.noteDecimalMark(amount.decimalMark);
    return amount;
  }

  /** The styles that the record is to be read in: those that the file may still turn out to have, where it makes a difference. */
  #stylesOf({ createdAt, paidAt, total, payment, outstanding }: Written): Style[] {
    const datesDiffer = this.#style.dateOrder === 'unknown' && [createdAt, paidAt].some(isTwoWay);
    const amountsDiffer = [total, payment, outstanding].some(isAmbiguous);
    if (!datesDiffer && !amountsDiffer) return anyStyle;
    const orders: Style[] = datesDiffer ? dateOrders.map((dateOrder) => ({ dateOrder })) : anyStyle;
    const marks: Style[] = amountsDiffer ? decimalMarks.map((decimalMark) => ({ decimalMark })) : anyStyle;
    return orders.flatMap(({ dateOrder }) => marks.map(({ decimalMark }) => ({ dateOrder, decimalMark })));
  }

  #order(
    fields: string[],
    number: string,
    written: Written,
    style: Style,
  ): Pick<Reading, 'order' | 'problem' | 'refused'> {
    const faults: Fault[] = [];
    const accept = <T>(field: Field, value: T | Refusal): T | undefined => {
      if (!(value instanceof Refusal)) return value;
      faults.push({ field, message: this.#record.message(field, value) });
      return undefined;
    };
    const dateOrder = style.dateOrder ?? this.#style.dateOrder;

    accept('number', shortText(number, longestNumber) ?? missingNumber);
    const coupon = accept('coupon', shortText(this.#record.coupons(fields), longestCoupon));
    const code = accept('code', shortText(this.#record.text(fields, 'code'), longestCode));
    const createdAt = accept('createdAt', dayOf(written.createdAt, dateOrder) ?? missingDay);
    const paidAt = accept('paidAt', dayOf(written.paidAt, dateOrder));
    if (createdAt && paidAt && paidAt < createdAt) accept('paidAt', this.#paidTooEarly(fields));
    const total = accept(
      'total',
      inRange(centsOf(written.total, style), this.#record.text(fields, 'total')) ?? missingTotal,
    );
    accept('currency', this.#currency(fields));
    const payment = accept('payment', inRange(centsOf(written.payment, style), this.#record.text(fields, 'payment')));
    const unpaid = accept('outstanding', unpaidAtMost(written, style));
    if (written.paymentStatus === 'unknown') {
      const status = shownStatus(this.#record.text(fields, 'status'));
      const title = this.#record.title('status');
      faults.push({ field: 'status', message: `Não se sabe o que significa o estado "${status}" (${title})` });
    }

    const paid =
      payment ?? (typeof unpaid === 'number' && total !== undefined ? total - Math.min(unpaid, total) : null);
    if (faults.length === 0 && createdAt && total !== undefined) {
      return {
        order: { coupon: coupon ?? null, code: code ?? null, createdAt, paidAt: paidAt ?? null, total, payment: paid },
      };
    }
    const refused = this.#refused(() =>
      refusedRecord(this.#record, {
        fields,
        number,
        faults,
        unpaid: unpaid ?? null,
        createdAt,
        paidAt,
        total,
        payment,
      }),
    );
    return { problem: faults.map(({ message }) => message).join('; '), refused };
  }

  /** Amounts are euros; a shop that sells in others too says so of each order. */
  #currency(fields: string[]): Refusal | null {
    const currency = this.#record.text(fields, 'currency');
    return currency === '' || /^(eur|€)$/i.test(currency) ? null : new Refusal(`${quoted(currency)} não é EUR`);
  }

  #paidTooEarly(fields: string[]): Refusal {
    const [paidAt, createdAt] = [
      quoted(this.#record.text(fields, 'paidAt')),
      quoted(this.#record.text(fields, 'createdAt')),
    ];
    return new Refusal(`${paidAt} não pode ser anterior a ${this.#record.title('createdAt')} (${createdAt})`);
  }
}
