import type { Day } from '@rede/contract/days';
import { fromCents, largestAmount, toCents } from '@rede/contract/money';
import { mostFailedLines, type StatusMeaning } from '@rede/contract/orders-import';
import { type Amount, type DecimalMark, inRange, type AmbiguousAmount, parseAmount, settleAmount } from './amounts.ts';
import type { Columns } from './columns.ts';
import { type DateOrder, parseDate, settleDate, type TwoWayDate } from './dates.ts';
import { FileStyle, type SettledStyle } from './file-style.ts';
import type { RecordLine } from './reader.ts';
import { quoted, Refusal, shown } from './refusal.ts';
import { lineFieldOf, lineValues, type Objection, type RefusedRecord } from './refused-record.ts';
import { type Field, knownStatuses, requiredFields } from './shops.ts';
import { type PaymentStatus, shownStatus, statusKey } from './statuses.ts';

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

/** Something that is wrong with a record: the message has the column and the value. */
interface Fault {
  field: Field;
  message: string;
}

/** A record's days and amounts in cents as far as they are known: null where there is no text, undefined where it is refused. */
interface Known {
  createdAt: Day | null | undefined;
  paidAt: Day | null | undefined;
  total: number | null | undefined;
  payment: number | null | undefined;
}

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

/** Unpaid, whatever the total. */
const everything = toCents(largestAmount);

/** So many different words are asked for; a column with more has no statuses in it. */
const mostUnknownWords = 200;

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
  readonly #unknownWords = new Map<string, { word: string; records: number }>();
  /** Records that are refused whatever the rest of the file shows. */
  #refusals = 0;

  /** @param answers what somebody said the shop's statuses mean, by `statusKey`; what is known of itself goes before. */
  constructor(columns: Columns, answers: ReadonlyMap<string, StatusMeaning> = new Map()) {
    this.#columns = columns;
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
    const decorated = this.#text(fields, 'number');
    const number = shop.plainNumber ? shop.plainNumber(decorated) : decorated;
    const continues = this.#lastNumber === undefined || number === this.#lastNumber;
    this.#lastNumber = number;
    if (shop.itemRows && number !== '' && !this.#text(fields, 'total') && !this.#text(fields, 'status')) {
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
    if (paymentStatus === 'unknown') this.#noteUnknownWord(this.#text(fields, 'status'));
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
    return status ? (this.#paymentStatuses.get(statusKey(status)) ?? 'unknown') : undefined;
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
    const text = this.#text(fields, 'createdAt');
    const date = parseDate(text);
    const values = lineValues({ ecommerceId: number, createdAt: typeof date === 'string' ? date : text });
    return {
      problem: this.message('total', missingTotal),
      refused: this.#refused(() => ({ field: 'total', values })),
      itemRow: true,
    };
  }

  #cancellation(fields: string[], number: string, written: Written): Pick<Reading, 'problem' | 'refused'> {
    const told = this.#text(fields, 'cancelledAt') ? 'cancelledAt' : 'status';
    const what =
      written.paymentStatus === 'draft' ? 'Na loja ainda não é uma encomenda' : 'A loja cancelou esta encomenda';
    const problem = `${what} (${this.#title(told)}: ${quoted(this.#text(fields, told))})`;
    const refused = this.#refused(() => ({
      field: null,
      values: this.#values(fields, number, {
        createdAt: known(dayOf(written.createdAt, this.#style.dateOrder)),
        paidAt: known(dayOf(written.paidAt, this.#style.dateOrder)),
        total: known(inRange(centsOf(written.total, {}), '')),
        payment: known(inRange(centsOf(written.payment, {}), '')),
      }),
      objections: [{ field: null, error: problem }],
    }));
    return { problem, refused };
  }

  /** What a file of our own would say: days and amounts as they are known, else the text as it stands. */
  #values(fields: string[], number: string, { createdAt, paidAt, total, payment }: Known): RefusedRecord['values'] {
    return lineValues({
      ecommerceId: number,
      createdAt: createdAt ?? this.#text(fields, 'createdAt'),
      total: typeof total === 'number' ? fromCents(total) : this.#text(fields, 'total'),
      paidAt: paidAt ?? this.#text(fields, 'paidAt'),
      totalPayment: typeof payment === 'number' ? fromCents(payment) : this.#text(fields, 'payment'),
      couponCode: this.#coupons(fields),
      internalId: this.#text(fields, 'code'),
    });
  }

  #coupons(fields: string[]): string {
    const coupons = this.#text(fields, 'coupon');
    const { plainCoupons } = this.#columns.shop;
    return plainCoupons ? plainCoupons(coupons) : coupons;
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

  #order(
    fields: string[],
    number: string,
    written: Written,
    style: Style,
  ): Pick<Reading, 'order' | 'problem' | 'refused'> {
    const faults: Fault[] = [];
    const accept = <T>(field: Field, value: T | Refusal): T | undefined => {
      if (!(value instanceof Refusal)) return value;
      faults.push({ field, message: this.message(field, value) });
      return undefined;
    };
    const dateOrder = style.dateOrder ?? this.#style.dateOrder;

    accept('number', shortText(number, longestNumber) ?? missingNumber);
    const coupon = accept('coupon', shortText(this.#coupons(fields), longestCoupon));
    const code = accept('code', shortText(this.#text(fields, 'code'), longestCode));
    const createdAt = accept('createdAt', dayOf(written.createdAt, dateOrder) ?? missingDay);
    const paidAt = accept('paidAt', dayOf(written.paidAt, dateOrder));
    if (createdAt && paidAt && paidAt < createdAt) accept('paidAt', this.#paidTooEarly(fields));
    const total = accept('total', inRange(centsOf(written.total, style), this.#text(fields, 'total')) ?? missingTotal);
    accept('currency', this.#currency(fields));
    const payment = accept('payment', inRange(centsOf(written.payment, style), this.#text(fields, 'payment')));
    const unpaid = accept('outstanding', unpaidAtMost(written, style));
    if (written.paymentStatus === 'unknown') {
      const status = shownStatus(this.#text(fields, 'status'));
      const title = this.#title('status');
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
      this.#refusedOrder(fields, number, faults, { createdAt, paidAt, total, payment }, unpaid ?? null),
    );
    return { problem: faults.map(({ message }) => message).join('; '), refused };
  }

  #refusedOrder(
    fields: string[],
    number: string,
    faults: Fault[],
    known: Known,
    unpaidAtMost: number | null,
  ): RefusedRecord {
    const { total } = known;
    const objections = faults.flatMap((fault) => this.#objection(fields, fault) ?? []);
    const foreign = faults.find(({ field }) => field === 'currency');
    let unpaid = unpaidAtMost;
    if (foreign && unpaid !== null && unpaid > 0) {
      // Of another currency an amount says nothing; that nothing was paid holds in euros too.
      const isAll = unpaid >= (total ?? everything);
      if (!isAll) objections.push({ field: 'totalPayment', error: foreign.message });
      unpaid = isAll ? everything : null;
    }
    const paid = unpaid !== null && typeof total === 'number' && !foreign ? total - Math.min(unpaid, total) : null;
    const payment = known.payment === null ? paid : known.payment;
    const [first] = faults;
    return {
      field: first ? this.#fieldAtFault(fields, first) : null,
      values: this.#values(fields, number, { ...known, payment }),
      ...(objections.length > 0 ? { objections } : {}),
      ...(unpaid !== null && payment === null ? { unpaid } : {}),
    };
  }

  #fieldAtFault(fields: string[], { field }: Fault): RefusedRecord['field'] {
    if (field === 'status') return this.#text(fields, 'paidAt') ? null : 'paidAt';
    return lineFieldOf[field];
  }

  /** What the record's values alone would not say against it. */
  #objection(fields: string[], fault: Fault): Objection | undefined {
    if (!['currency', 'outstanding', 'status'].includes(fault.field)) return undefined;
    const objection = { field: this.#fieldAtFault(fields, fault), error: fault.message };
    if (fault.field !== 'status') return objection;
    return { ...objection, status: { shop: this.#columns.shop.name, word: shownStatus(this.#text(fields, 'status')) } };
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
}

/**
 * How much of the total is still to be paid, at most all of it, as a shop tells it; null where it does not. The balance says it best: below
 * zero (a cent of rounding, a refund due) nothing is unpaid. Without one the status does; it cannot for an order paid in part.
 */
function unpaidAtMost({ outstanding, paymentStatus }: Written, style: Style): number | null | Refusal {
  const balance = centsOf(outstanding, style);
  if (balance instanceof Refusal) return balance;
  if (balance !== null) return Math.max(balance, 0);
  switch (paymentStatus) {
    case 'paid':
      return 0;
    case 'unpaid':
      return everything;
    case 'partlyPaid':
      return new Refusal('em falta, numa encomenda que está paga em parte');
    case 'cancelled':
    case 'draft':
    case 'unknown':
    case undefined:
      return null;
  }
}

function known<T>(value: T | Refusal): T | undefined {
  return value instanceof Refusal ? undefined : value;
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
