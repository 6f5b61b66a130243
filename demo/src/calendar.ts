import { addDays, type Day } from '@rede/contract/days';
import type { Random } from './random.ts';

/** How many days `last` is after `first`. */
export function daysBetween(first: Day, last: Day): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000;
}

/** Every day of the window, both ends included. */
export function eachDay(first: Day, last: Day): Day[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

/** A random day of the window, both ends included. */
export function dayBetween(random: Random, first: Day, last: Day): Day {
  return addDays(first, random.between(0, daysBetween(first, last)));
}
