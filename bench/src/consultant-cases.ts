import { consultantColumns } from '@rede/contract/consultants';
import { addDays, todayInLisbon } from '@rede/contract/days';
import { type Case, one, sorts } from './list-case.ts';
import type { Person } from './people.ts';

/** The filters of consultants, selective and broad, and their sorts. */
export function consultantCases(people: readonly Person[]): Case[] {
  const each = (title: string, ask: (person: Person) => Record<string, string>): Case => ({
    title,
    asked: people.map(ask),
  });
  const today = todayInLisbon();

  return [
    one('no filter', {}),
    each('name, whole', ({ name }) => ({ name })),
    each('name, surname', ({ name }) => ({ name: name.slice(name.lastIndexOf(' ') + 1).toLowerCase() })),
    one('name, maria', { name: 'maria' }),
    one('name, two letters', { name: 'jo' }),
    one('name, one letter', { name: 'a' }),
    one('name, two words', { name: 'silva maria' }),
    one('name, a short word', { name: 'j silva' }),
    one('without upline', { withoutUpline: 'true' }),
    one('name, nobody’s', { name: 'xyzzy' }),
    each('email, whole', ({ email }) => ({ email })),
    one('email, joao', { email: 'joao' }),
    one('email, everybody’s', { email: 'exemplo' }),
    each('code, whole', ({ internalId }) => ({ internalId })),
    each('code, its end', ({ internalId }) => ({ internalId: internalId.slice(-4) })),
    one('code, everybody’s', { internalId: 'ik' }),
    each('upline, whole', ({ parentId }) => ({ parentId })),
    one('upline, the first', { parentId: 'IK0000001' }),
    one('upline, its end', { parentId: '0001' }),
    one('upline, everybody’s', { parentId: 'ik0' }),
    one('status, ACTIVE', { status: 'ACTIVE' }),
    one('status, INACTIVE', { status: 'INACTIVE' }),
    one('status, SUSPENDED', { status: 'SUSPENDED' }),
    each('registered, one day', ({ createdAt }) => ({ dateStart: createdAt, dateEnd: createdAt })),
    one('registered, two years', { dateStart: addDays(today, -900), dateEnd: addDays(today, -170) }),
    one('registered, from', { dateStart: addDays(today, -30) }),
    one('registered, until', { dateEnd: addDays(today, -30) }),
    one('maria, SUSPENDED', { name: 'maria', status: 'SUSPENDED' }),
    each('maria, one day', ({ createdAt }) => ({ name: 'maria', dateStart: createdAt, dateEnd: createdAt })),
    one('joao, upline 0001', { email: 'joao', parentId: '0001' }),
    each('all seven', ({ name, email, internalId, parentId, createdAt }) => ({
      name: name.slice(0, 4),
      email: email.slice(0, 4),
      internalId: internalId.slice(0, 5),
      parentId: parentId.slice(0, 5),
      dateStart: addDays(createdAt, -30),
      dateEnd: addDays(createdAt, 30),
      status: 'ACTIVE',
    })),
    ...sorts(consultantColumns),
    ...['-name', 'email', 'parentId', '-createdAt'].map((sort) => one(`maria, sort ${sort}`, { name: 'maria', sort })),
    ...['email', 'parentId'].map((sort) => one(`ACTIVE, sort ${sort}`, { status: 'ACTIVE', sort })),
  ];
}
