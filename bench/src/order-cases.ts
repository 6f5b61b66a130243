import { addDays, todayInLisbon } from '@rede/contract/days';
import { orderColumns } from '@rede/contract/orders';
import { type Case, one, sorts } from './list-case.ts';
import type { Head, Person } from './people.ts';

/** The filters of orders, selective and broad, and their sorts. */
export function orderCases(people: readonly Person[], heads: readonly Head[]): Case[] {
  const each = (title: string, ask: (person: Person) => Record<string, string>): Case => ({
    title,
    asked: people.map(ask),
  });
  const day = (daysAgo: number) => addDays(todayInLisbon(), -daysAgo);
  const month = { createdAtStart: day(250), createdAtEnd: day(220) };

  return [
    one('no filter', {}),
    one('a month', month),
    one('a month, sort -total', { ...month, sort: '-total' }),
    one('a month, sort upline', { ...month, sort: 'consultantParentId' }),
    one('paid on a day', { paidAtStart: day(100), paidAtEnd: day(100) }),
    one('paid since, sort -total', { paidAtStart: day(50), sort: '-total' }),
    one('number, nobody’s', { ecommerceId: 'xyzzy' }),
    one('number, four digits', { ecommerceId: '4321' }),
    one('number, three digits', { ecommerceId: '432' }),
    one('number, two digits', { ecommerceId: '43' }),
    each('code, whole', ({ internalId }) => ({ consultantInternalId: internalId })),
    each('code, its end', ({ internalId }) => ({ consultantInternalId: internalId.slice(-4) })),
    one('code, one digit', { consultantInternalId: '5' }),
    one('code, everybody’s', { consultantInternalId: 'ik' }),
    each('email, whole', ({ email }) => ({ consultantEmail: email })),
    one('email, ana.silva', { consultantEmail: 'ana.silva' }),
    one('email, maria', { consultantEmail: 'maria' }),
    one('email, everybody’s', { consultantEmail: 'exemplo' }),
    each('upline, whole', ({ parentId }) => ({ consultantParentId: parentId })),
    each('upline, its end', ({ parentId }) => ({ consultantParentId: parentId.slice(-4) })),
    one('upline, everybody’s', { consultantParentId: 'ik' }),
    each('coupon, whole', ({ internalId }) => ({ couponCode: internalId })),
    one('coupon, black20', { couponCode: 'black20' }),
    one('coupon, natal', { couponCode: 'natal' }),
    one('natal, sort -total', { couponCode: 'natal', sort: '-total' }),
    one('coupon, consultants’', { couponCode: 'ik' }),
    one('black, since, ana', { couponCode: 'black', createdAtStart: day(360), consultantEmail: 'ana' }),
    one('por pagar', { payment: 'pending' }),
    one('por pagar, sort paid', { payment: 'pending', sort: 'paidAt' }),
    one('paid, sort -total', { payment: 'paid', sort: '-total' }),
    one('in part, a month', { payment: 'part', ...month }),
    one('nobody’s', { withoutConsultant: 'true' }),
    one('nobody’s, por pagar', { withoutConsultant: 'true', payment: 'pending' }),
    one('value from 100', { totalMin: '100' }),
    one('value 49 to 50', { totalMin: '49', totalMax: '50' }),
    each('whole code', ({ internalId }) => ({ consultantCode: internalId })),
    ...heads.flatMap(({ title, internalId }) => [
      one(title, { networkOf: internalId }),
      one(`${title}, a month`, { networkOf: internalId, ...month }),
      one(`${title}, por pagar`, { networkOf: internalId, payment: 'pending' }),
      one(`${title}, maria`, { networkOf: internalId, consultantEmail: 'maria' }),
      one(`${title}, sort upline`, { networkOf: internalId, sort: 'consultantParentId' }),
    ]),
    one('email, two words', { consultantEmail: 'silva maria' }),
    one('email, a short word', { consultantEmail: 'a maria' }),
    ...sorts(orderColumns),
  ];
}
