import { addDays, type Day, monthsBefore } from '@rede/contract/days';
import { daysBetween, eachDay } from './calendar.ts';
import { type DemoConsultant, isActiveOn } from './people.ts';
import type { Random } from './random.ts';
import { type Campaign, campaignOn, ownCodePercent, prices, season } from './shop.ts';

export interface DemoOrder {
  /** The shop's own number. */
  ecommerceId: string;
  consultant: DemoConsultant | null;
  couponCode: string | null;
  createdAt: Day;
  paidAt: Day | null;
  totalCents: number;
  totalPaymentCents: number | null;
}

const months = 15;
const firstNumber = 10_234;
const largestTotal = 400_00;

/** Up to this amount nobody pays by instalments. */
const smallTotal = 60_00;

/** Orders a month of a consultant who must have some in any window. */
const busyOrdersAMonth = 5;

/** Orders a month without a consultant. */
const ordersAMonthWithoutConsultant = 14;

/** How many days before today the suspended consultants stopped ordering. */
const suspendedFor = 70;

/** Fifteen months of orders up to `today`, in the order of their dates. The `busy` consultants never stop ordering for long. */
export function makeOrders(
  random: Random,
  consultants: readonly DemoConsultant[],
  busy: readonly DemoConsultant[],
  today: Day,
): DemoOrder[] {
  const rates = new Map(consultants.map((consultant) => [consultant, ordersAMonth(random)]));
  for (const consultant of busy) rates.set(consultant, busyOrdersAMonth);

  const days = eachDay(monthsBefore(today, months), today);
  const placed = days.flatMap((day) => {
    const seasonFactor = season[Number(day.slice(5, 7)) - 1] ?? 1;
    const orders = (rate: number) => random.chance((rate * seasonFactor) / 30);
    const customers = consultants.filter(
      (consultant) =>
        isActiveOn(consultant, day) &&
        (consultant.status !== 'SUSPENDED' || day < addDays(today, -suspendedFor)) &&
        orders(rates.get(consultant) ?? 0),
    );
    return random
      .shuffled([...customers, ...(orders(ordersAMonthWithoutConsultant) ? [null] : [])])
      .map((consultant) => ({ consultant, day }));
  });

  let number = firstNumber;
  return placed.map(({ consultant, day }) => {
    const coupon = couponFor(random, consultant, day);
    const totalCents = basket(random, coupon?.percent ?? 0);
    // Without the # that the shop prints: the import stores numbers like this, too.
    const ecommerceId = String(number);
    number += random.chance(0.04) ? 2 : 1; // a cart that was never sent
    const { paidAt, totalPaymentCents } = payment(random, totalCents, day, today);
    return {
      ecommerceId,
      consultant,
      couponCode: coupon?.code ?? null,
      createdAt: day,
      paidAt,
      totalCents,
      totalPaymentCents,
    };
  });
}

/** Few order much, most little, some never. */
function ordersAMonth(random: Random): number {
  return random.chance(0.12) ? 0 : Math.min(0.35 * (1 - random.next()) ** -0.75, 7);
}

function couponFor(random: Random, consultant: DemoConsultant | null, day: Day): Campaign | undefined {
  const campaign = campaignOn(day);
  if (campaign && random.chance(0.4)) return campaign;
  return consultant && random.chance(0.15) ? { code: consultant.internalId, percent: ownCodePercent } : undefined;
}

/** The price of a basket in cents, minus a coupon's percentage; coupons need two products. */
export function basket(random: Random, percentOff: number): number {
  const products = Math.max(percentOff > 0 ? 2 : 1, Math.ceil(random.next() ** 2 * 7));
  let total = 0;
  for (let product = 0; product < products; product += 1) {
    const price = random.pickFrequent(prices);
    if (total + price <= largestTotal) total += price;
  }
  return Math.round((total * (100 - percentOff)) / 100);
}

/** Usually paid in full some days later; not paid yet when that day is after today. */
function payment(
  random: Random,
  totalCents: number,
  createdAt: Day,
  today: Day,
): Pick<DemoOrder, 'paidAt' | 'totalPaymentCents'> {
  const unpaid = { paidAt: null, totalPaymentCents: null };
  const paidAt = addDays(createdAt, random.chance(0.5) ? random.between(0, 2) : random.between(3, 12));
  const kind = random.next();
  if (paidAt > today || kind < (daysBetween(createdAt, today) < 60 ? 0.14 : 0.03)) return unpaid;
  if (kind > 0.92 && totalCents > smallTotal) {
    return { paidAt, totalPaymentCents: Math.round(totalCents * random.pick([0.25, 0.5, 0.5, 0.75])) };
  }
  return { paidAt, totalPaymentCents: kind > 0.85 && kind <= 0.92 ? null : totalCents };
}
