import { hasNifCheckDigit, type Status } from '@rede/contract/consultants';
import { addDays, type Day, monthsBefore } from '@rede/contract/days';
import { dayBetween, daysBetween } from './calendar.ts';
import { connected, foreigners, mensNames, surnames, womensNames } from './names.ts';
import type { Random } from './random.ts';

export interface DemoConsultant {
  name: string;
  email: string;
  taxId: string;
  internalId: string;
  createdAt: Day;
  startDate: Day | null;
  endDate: Day | null;
  status: Status;
}

/** Data de Início, else Data de Registo. */
export function firstDayOf({ startDate, createdAt }: DemoConsultant): Day {
  return startDate ?? createdAt;
}

export function isActiveOn(consultant: DemoConsultant, day: Day): boolean {
  return firstDayOf(consultant) <= day && (consultant.endDate === null || day <= consultant.endDate);
}

/**
 * `count` consultants in the order of their registration, at a growing rate over the four years before `today`. The first two never left.
 */
export function makeConsultants(random: Random, today: Day, count: number): DemoConsultant[] {
  const nameSomebody = namesThatDiffer(random);
  const addressFor = emailsThatDiffer(random);
  const nextNif = nifsThatDiffer(random);
  const from = monthsBefore(today, 48);
  const fromAbroadEvery = Math.floor(count / foreigners.length);

  return Array.from({ length: count }, (_, index) => {
    const createdAt = addDays(
      from,
      Math.floor(((index + random.next()) / count) ** 0.77 * (daysBetween(from, today) + 1)),
    );
    const fromAbroad = index % fromAbroadEvery === 20 ? foreigners[Math.floor(index / fromAbroadEvery)] : undefined;
    const { name, taxId } = fromAbroad ?? { name: nameSomebody(), taxId: nextNif() };
    return {
      name,
      email: addressFor(name),
      taxId,
      internalId: `IK${1001 + index}`,
      createdAt,
      ...membership(random, createdAt, today, index < 2),
    };
  });
}

function membership(random: Random, createdAt: Day, today: Day, stays: boolean) {
  const start = random.next();
  const startDate = start < 0.2 ? addDays(createdAt, random.between(3, 20)) : start < 0.8 ? createdAt : null;
  const fate = daysBetween(createdAt, today) > 180 && !stays ? random.next() : 1;
  const status: Status = fate < 0.1 ? 'INACTIVE' : fate < 0.13 ? 'SUSPENDED' : 'ACTIVE';
  const endDate = status === 'INACTIVE' ? dayBetween(random, addDays(createdAt, 90), addDays(today, -1)) : null;
  return { startDate, endDate, status };
}

/** Calls `draw` until it returns a new value. */
function withoutRepeats(draw: () => string): () => string {
  const given = new Set<string>();
  return () => {
    let drawn = draw();
    while (given.has(drawn)) drawn = draw();
    given.add(drawn);
    return drawn;
  };
}

export function givenName(random: Random): string {
  return random.pickFrequent(random.chance(0.8) ? womensNames : mensNames);
}

/** With the connector that some families write before it. */
export function surname(random: Random): string {
  const drawn = random.pickFrequent(surnames);
  const connector = connected.get(drawn);
  return connector && random.chance(0.2) ? `${connector} ${drawn}` : drawn;
}

function namesThatDiffer(random: Random): () => string {
  return withoutRepeats(() => {
    const given = givenName(random);
    const [middle, last] = [surname(random), surname(random)];
    return random.chance(0.25) || middle.endsWith(lastWord(last)) ? `${given} ${last}` : `${given} ${middle} ${last}`;
  });
}

/** The words of a name, as in an email address. */
export function addressWords(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(' ');
}

const lastWord = (words: string) => words.slice(words.lastIndexOf(' ') + 1);

function emailsThatDiffer(random: Random): (name: string) => string {
  const given = new Set<string>();
  return (name) => {
    const words = addressWords(name);
    const [first = '', last = ''] = [words[0], words.at(-1)];
    const local = random.pick([`${first}.${last}`, `${first}.${last}`, `${first}${last}`, `${first[0]}${last}`]);
    const domain = random.pick(['exemplo.pt', 'exemplo.pt', 'mail.exemplo.pt']);
    let email = `${local}@${domain}`;
    while (given.has(email)) email = `${local}${random.between(65, 99)}@${domain}`;
    given.add(email);
    return email;
  };
}

/** NIFs of natural persons, which begin with 1, 2 or 3, without repeats. */
function nifsThatDiffer(random: Random): () => string {
  return withoutRepeats(() => {
    const digits = `${random.pick([1, 1, 2, 2, 2, 2, 2, 2, 2, 3])}${String(random.between(0, 9_999_999)).padStart(7, '0')}`;
    const nif = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(hasNifCheckDigit);
    if (nif === undefined) throw new Error(`no check digit fits ${digits}`);
    return nif;
  });
}
