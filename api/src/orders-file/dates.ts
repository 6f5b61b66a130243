import { type Day, isDay } from '@rede/contract/days';
import { quoted, Refusal } from './refusal.ts';

/** A date of two numbers and a year, which may be another day, or none, when it is read the other way round. */
export interface TwoWayDate {
  text: string;
  /** As day/month; undefined where there is no such day. */
  dayFirst: Day | undefined;
  /** As month/day; undefined where there is no such day. */
  monthFirst: Day | undefined;
}

/** In which order a file writes day and month; `unknown` where nothing shows it. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unknown';

const time = String.raw`(?:T|,?\s+)(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?:\.\d+)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:[a-z]{1,5}|[+-]\d{2}:?\d{2}))?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:${time})?$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:${time})?$`, 'i');
const longestDate = 60;

/** Reads a trimmed date. Its time and zone are left aside: the day is the one the shop wrote. */
export function parseDate(text: string): Day | TwoWayDate | Refusal {
  if (realDays.has(text)) return text;
  if (text.length > longestDate) return notADate(text);
  const plain = yearFirst.exec(text);
  if (plain) return realDay(plain[1], plain[3], plain[4]) ?? notADate(text);
  const twoWay = yearLast.exec(text);
  if (!twoWay) return notADate(text);
  const dayFirst = realDay(twoWay[4], twoWay[3], twoWay[1]);
  const monthFirst = realDay(twoWay[4], twoWay[1], twoWay[3]);
  return dayFirst || monthFirst ? { text, dayFirst, monthFirst } : notADate(text);
}

/** The day that the date is in a file of this order. */
export function settleDate({ text, dayFirst, monthFirst }: TwoWayDate, order: DateOrder): Day | Refusal {
  if (order === 'unknown') {
    if (dayFirst === monthFirst && dayFirst) return dayFirst;
    return new Refusal(`${quoted(text)} tanto pode ser dia/mês como mês/dia`);
  }
  return (order === 'dayFirst' ? dayFirst : monthFirst) ?? notADate(text);
}

const notADate = (text: string) => new Refusal(`${quoted(text)} não é uma data de 1990 a 2100`);

/** Days found to be real: a file has few different ones, and there are no more than some forty thousand. */
const realDays = new Set<Day>();

function realDay(year = '', month = '', day = ''): Day | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (realDays.has(text)) return text;
  if (!isDay(text)) return undefined;
  realDays.add(text);
  return text;
}
