import { type Day, addDays, daysBetween } from '@rede/contract/days';
import type { Branch } from '@rede/contract/dashboard';
import { formatNumber } from '../lib/numbers.ts';

const days = new Intl.DateTimeFormat('pt-PT', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('pt-PT', { month: 'long', timeZone: 'UTC' });

/** '3 de outubro de 2026' */
export function dayInWords(day: Day): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** 'outubro 2026', of `2026-10`. */
export function monthInWords(month: string): string {
  return `${months.format(new Date(`${month}-01T00:00:00Z`))} ${month.slice(0, 4)}`;
}

/** '1 encomenda', '84 encomendas' */
export function count(number: number, one: string, many: string): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}

/** 'há 43 dias' */
export function agoInWords(day: Day, today: Day): string {
  const passed = daysBetween(day, today);
  if (passed === 0) return 'hoje';
  if (passed < 0) return `daqui a ${count(-passed, 'dia', 'dias')}`;
  return `há ${count(passed, 'dia', 'dias')}`;
}

/** Weeks are what people count from here on. */
const weeksFrom = 14;

/**
 * 'encomendava a cada 5 semanas, não encomenda há 8': days as they are below a fortnight, whole weeks from then on, and the unit once where
 * both have the same.
 */
export function rhythmInWords(rhythm: number, silence: number): string {
  const usual = duration(rhythm);
  const since = duration(silence);
  const often = usual.number === 1 && usual.unit === 'dia' ? 'todos os dias' : `a cada ${usual.number} ${usual.unit}`;
  const unit = usual.unit === since.unit ? '' : ` ${since.unit}`;
  return `encomendava ${often}, não encomenda há ${since.number}${unit}`;
}

function duration(length: number): { number: number; unit: string } {
  if (length >= weeksFrom) return { number: Math.round(length / 7), unit: 'semanas' };
  return { number: length, unit: length === 1 ? 'dia' : 'dias' };
}

/** How a branch that did not stand in its place on a day came and went: 'entrou a 2026-10-03'; undefined when it stood there. */
export function absenceInWords(stays: Branch['days'], day: Day): string | undefined {
  if (stays.some(({ startDate, endDate }) => startDate <= day && day <= endDate)) return undefined;
  const last = stays.findLast(({ endDate }) => endDate < day);
  const next = stays.find(({ startDate }) => day < startDate);
  const left = last && `saiu a ${addDays(last.endDate, 1)}`;
  const joined = next && `${last ? 'voltou' : 'entrou'} a ${next.startDate}`;
  return [left, joined].filter(Boolean).join(', ');
}
