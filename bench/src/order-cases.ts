import { addDays, todayInLisbon } from '@rede/contract/days';
import { orderColumns } from '@rede/contract/orders';
import { type Case, one, sorts } from './list-case.ts';
import type { Person } from './people.ts';

/** The filters of orders, selective and broad, and their sorts. */
export function orderCases(people: readonly Person[]): Case[] {
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
    ...sorts(orderColumns),
  ];
}
