import type { Day } from '@rede/contract/days';
import { type Amount, type DecimalMark, inRange, type AmbiguousAmount, parseAmount, settleAmount } from './amounts.ts';
import type { Columns } from './columns.ts';
import { type DateOrder, parseDate, settleDate, type TwoWayDate } from './dates.ts';
import { FileStyle, type SettledStyle } from './file-style.ts';
import type { RecordLine } from './reader.ts';
import { quoted, Refusal, shown } from './refusal.ts';
import { type Field, normalized, requiredFields, type PaymentStatus } from './shops.ts';

/** What a record is read as. Where that depends on a style that the file has not shown yet, there is one reading for each style. */
export interface Reading {
  line: number;
  lines: number;
  number: string;
  order?: OrderValues;
  /** Why the record is refused: Portuguese, with the column and the value. */
  problem?: string;
  /** Holds only in a file whose dates turn out to be in this order. */
  dateOrder?: DateOrder;
  /** Holds only in a file whose amounts turn out to have this decimal mark. */
  decimalMark?: DecimalMark | 'unknown';
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

type Style = Pick<Reading, 'dateOrder' | 'decimalMark'>;

/** A record's dates and amounts before the file's style is applied, null where there is no text, and what its status says of its payment. */
interface Written {
  createdAt: Day | TwoWayDate | Refusal | null;
  paidAt: Day | TwoWayDate | Refusal | null;
  total: Amount | AmbiguousAmount | Refusal | null;
  payment: Amount | AmbiguousAmount | Refusal | null;
  outstanding: Amount | AmbiguousAmount | Refusal | null;
  paymentStatus: PaymentStatus | undefined;
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

/** Tells whether fields have what every order has in the columns where the file has it: a number, a date and an amount. */
export function isOrderLine({ places }: Columns): (fields: string[]) => boolean {
  return (fields) => {
    const [number, createdAt, total] = requiredFields.map((field) => fields[places[field] ?? -1]?.trim() ?? '');
    if (!number || !createdAt || !total) return false;
    return !(parseDate(createdAt) instanceof Refusal) && !(parseAmount(total) instanceof Refusal);
  };
}

/** Reads the records of one file by what the columns of its shop mean. */
export class OrderReader {
  readonly #columns: Columns;
  readonly #paymentStatuses: Map<string, PaymentStatus>;
  readonly #style = new FileStyle();
  /** The number of the record before; undefined where that was malformed. */
  #lastNumber: string | undefined = '';

  constructor(columns: Columns) {
    this.#columns = columns;
    this.#paymentStatuses = new Map(
      Object.entries(columns.shop.statuses ?? {}).flatMap(([paymentStatus, statuses]) =>
        statuses.map((status) => [normalized(status), paymentStatus as PaymentStatus] as const),
      ),
    );
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
    const decorated = this.#text(fields, 'number');
    const number = shop.plainNumber ? shop.plainNumber(decorated) : decorated;
    const continues = this.#lastNumber === undefined || number === this.#lastNumber;
    this.#lastNumber = number;
    if (shop.itemRows && number !== '' && !this.#text(fields, 'total') && !this.#text(fields, 'status')) {
      return continues ? [] : [{ line, lines, number, problem: this.message('total', missingTotal), itemRow: true }];
    }
    const written: Written = {
      createdAt: this.#date(fields, 'createdAt', line),
      paidAt: this.#date(fields, 'paidAt', line),
      total: this.#amount(fields, 'total'),
      payment: this.#amount(fields, 'payment'),
      outstanding: this.#amount(fields, 'outstanding'),
      paymentStatus: this.#paymentStatus(fields),
    };
    if (written.paymentStatus === 'cancelled') return [{ line, lines, number, problem: this.#cancellation(fields) }];
    return this.#stylesOf(written).map(({ dateOrder, decimalMark }) => {
      const { order, problem } = this.#order(fields, number, written, { dateOrder, decimalMark });
      return { line, lines, number, order, problem, dateOrder, decimalMark };
    });
  }

  #text(fields: string[], field: Field): string {
    const place = this.#columns.places[field];
    return place === undefined ? '' : (fields[place]?.trim() ?? '');
  }

  #title(field: Field): string {
    const place = this.#columns.places[field];
    const { header, shop } = this.#columns;
    return shown((place === undefined ? undefined : header[place]?.trim()) ?? shop.titles[field]?.[0] ?? '');
  }

  /** A refusal in Portuguese, with the column as the file calls it. */
  message(field: Field, { reason }: Refusal): string {
    const title = this.#title(field);
    return reason.startsWith(title) ? reason : `${title}: ${reason}`;
  }

  #paymentStatus(fields: string[]): PaymentStatus | undefined {
    if (this.#text(fields, 'cancelledAt')) return 'cancelled';
    const status = this.#text(fields, 'status');
    return status ? this.#paymentStatuses.get(normalized(status)) : undefined;
  }

  #cancellation(fields: string[]): string {
    const told = this.#text(fields, 'cancelledAt') ? 'cancelledAt' : 'status';
    return `A loja cancelou esta encomenda (${this.#title(told)}: ${quoted(this.#text(fields, told))})`;
  }

  #date(fields: string[], field: Field, line: number): Written['createdAt'] {
    const text = this.#text(fields, field);
    if (text === '') return null;
    const date = parseDate(text);
    if (typeof date === 'string') this.#style.notePlainDate();
    else if (!(date instanceof Refusal)) this.#style.noteTwoWayDate(date, line);
    return date;
  }

  #amount(fields: string[], field: Field): Written['total'] {
    const text = this.#text(fields, field);
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

  #order(fields: string[], number: string, written: Written, style: Style): Pick<Reading, 'order' | 'problem'> {
    const messages: string[] = [];
    const accept = <T>(field: Field, value: T | Refusal): T | undefined => {
      if (!(value instanceof Refusal)) return value;
      messages.push(this.message(field, value));
      return undefined;
    };
    const dateOrder = style.dateOrder ?? this.#style.dateOrder;
    const coupons = this.#text(fields, 'coupon');
    const { plainCoupons } = this.#columns.shop;

    accept('number', shortText(number, longestNumber) ?? missingNumber);
    const coupon = accept('coupon', shortText(plainCoupons ? plainCoupons(coupons) : coupons, longestCoupon));
    const code = accept('code', shortText(this.#text(fields, 'code'), longestCode));
    const createdAt = accept('createdAt', dayOf(written.createdAt, dateOrder) ?? missingDay);
    const paidAt = accept('paidAt', dayOf(written.paidAt, dateOrder));
    if (createdAt && paidAt && paidAt < createdAt) accept('paidAt', this.#paidTooEarly(fields));
    const total = accept('total', inRange(centsOf(written.total, style), this.#text(fields, 'total')) ?? missingTotal);
    accept('currency', this.#currency(fields));
    const payment = accept('payment', inRange(centsOf(written.payment, style), this.#text(fields, 'payment')));
    const unpaid = accept('outstanding', this.#unpaid(written, style, total));

    if (messages.length > 0 || !createdAt || total === undefined) return { problem: messages.join('; ') };
    return {
      order: {
        coupon: coupon ?? null,
        code: code ?? null,
        createdAt,
        paidAt: paidAt ?? null,
        total,
        payment: payment ?? (typeof unpaid === 'number' ? total - unpaid : null),
      },
    };
  }

  /** Amounts are euros; a shop that sells in others too says so of each order. */
  #currency(fields: string[]): Refusal | null {
    const currency = this.#text(fields, 'currency');
    return currency === '' || /^(eur|€)$/i.test(currency) ? null : new Refusal(`${quoted(currency)} não é EUR`);
  }

  #paidTooEarly(fields: string[]): Refusal {
    const [paidAt, createdAt] = [quoted(this.#text(fields, 'paidAt')), quoted(this.#text(fields, 'createdAt'))];
    return new Refusal(`${paidAt} não pode ser anterior a ${this.#title('createdAt')} (${createdAt})`);
  }

  /**
   * How much of the total is still to be paid, as a shop tells it; null where it does not. The balance says it best: below zero
   * (a cent of rounding, a refund due) nothing is unpaid. Without one the status does; it cannot for an order paid in part.
   */
  #unpaid({ outstanding, paymentStatus }: Written, style: Style, total: number | undefined): number | null | Refusal {
    if (total === undefined) return null;
    const balance = centsOf(outstanding, style);
    if (balance instanceof Refusal) return balance;
    if (balance !== null) return Math.min(Math.max(balance, 0), total);
    switch (paymentStatus) {
      case 'paid':
        return 0;
      case 'unpaid':
        return total;
      case 'partlyPaid':
        return new Refusal('em falta, numa encomenda que está paga em parte');
      case 'cancelled':
      case undefined:
        return null;
    }
  }
}

function isTwoWay(date: Written['createdAt']): date is TwoWayDate {
  return typeof date === 'object' && date !== null && 'dayFirst' in date;
}

function isAmbiguous(amount: Written['total']): amount is AmbiguousAmount {
  return amount !== null && 'mark' in amount;
}

function dayOf(date: Written['createdAt'], order: DateOrder): Day | Refusal | null {
  return isTwoWay(date) ? settleDate(date, order) : date;
}

function centsOf(amount: Written['total'], { decimalMark }: Style): number | Refusal | null {
  if (amount === null || amount instanceof Refusal) return amount;
  return isAmbiguous(amount) ? settleAmount(amount, decimalMark ?? 'unknown') : amount.cents;
}

// What does not show would make two numbers, or two codes, of what looks the same.
const unseenCharacters = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** The text as it is kept; null where there is none. */
function shortText(text: string, most: number): string | Refusal | null {
  if (text === '') return null;
  if (text.length > most) return new Refusal(`${quoted(text)} tem mais de ${most} caracteres`);
  return unseenCharacters.test(text) ? new Refusal(`${quoted(text)} contém caracteres inválidos`) : text;
}
