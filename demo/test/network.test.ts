import { consultantBody, hasNifCheckDigit } from '@rede/contract/consultants';
import { addDays, monthsBefore } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import { orderBody } from '@rede/contract/orders';
import { withoutBlanks } from '@rede/contract/values';
import type { DemoPeriod } from '@rede/demo/histories';
import { type DemoNetwork, makeDemoNetwork } from '@rede/demo/network';
import { type DemoConsultant, firstDayOf } from '@rede/demo/people';
import { describe, expect, test } from 'vitest';

const today = '2026-06-15';
const network = makeDemoNetwork({ today });
const { consultants, periods, orders } = network;

const share = <T>(items: readonly T[], fits: (item: T) => boolean) => items.filter(fits).length / items.length;

function uplinesOn(day: string, all: readonly DemoPeriod[]): Map<DemoConsultant, DemoConsultant | null> {
  const inForce = all.filter(({ startDate, endDate }) => startDate <= day && (endDate === null || day <= endDate));
  return new Map(inForce.map(({ consultant, upline }) => [consultant, upline]));
}

/** Everybody above on a day, the nearest first; stops where the chain comes back to somebody it has passed. */
function chain(consultant: DemoConsultant, uplines: Map<DemoConsultant, DemoConsultant | null>) {
  const above: DemoConsultant[] = [];
  let upline = uplines.get(consultant);
  while (upline && upline !== consultant && !above.includes(upline)) {
    above.push(upline);
    upline = uplines.get(upline);
  }
  return { above, isCycle: Boolean(upline) };
}

function deepest({ periods: all }: DemoNetwork, day: string): number {
  const uplines = uplinesOn(day, all);
  return Math.max(...[...uplines.keys()].map((consultant) => chain(consultant, uplines).above.length + 1));
}

test('the same day and seed make the same network', () => {
  const again = makeDemoNetwork({ today, seed: 1 });

  expect(JSON.stringify(again)).toBe(JSON.stringify(network));
});

test('another seed makes another network', () => {
  const other = makeDemoNetwork({ today, seed: 2 });

  expect(other.consultants.map(({ name }) => name)).not.toEqual(consultants.map(({ name }) => name));
});

describe('the consultants', () => {
  test('are all such as the product itself would take', () => {
    const refused = consultants
      .map((consultant) => consultantBody.safeParse(withoutBlanks({ ...consultant, parentId: 'IK0' })))
      .filter(({ success }) => !success);

    expect(consultants).toHaveLength(400);
    expect(refused).toEqual([]);
  });

  test.each(['name', 'email', 'taxId', 'internalId'] as const)('share no %s', (field) => {
    const values = consultants.map((consultant) => consultant[field].toLowerCase());

    expect(new Set(values).size).toBe(400);
  });

  test('have codes in the order they registered, over four years', () => {
    const codes = consultants.map(({ internalId }) => internalId);
    const days = consultants.map(({ createdAt }) => createdAt);

    expect(codes).toEqual(Array.from({ length: 400 }, (_, index) => `IK${1001 + index}`));
    expect(days).toEqual(days.toSorted());
    expect(days[0]).toMatch(/^2022-0[67]-/);
    expect(days.at(-1)).toMatch(/^2026-06-/);
  });

  test('have NIFs of natural persons, but for a few from abroad', () => {
    const foreign = consultants.filter(({ taxId }) => !/^[123]\d{8}$/.test(taxId) || !hasNifCheckDigit(taxId));

    expect(foreign.map(({ name }) => name)).toEqual([
      'Lucía Fernández Ortega',
      'Camila Nogueira Prado',
      'Sandrine Moreau',
      'Thaís Albuquerque Lins',
      'Anke Schneider',
    ]);
  });

  test('are mostly active; who is inactive has a Data de Fim behind them, and nobody else has one', () => {
    const inactive = consultants.filter(({ status }) => status === 'INACTIVE');
    const ended = consultants.filter(({ endDate }) => endDate !== null);

    expect(share(consultants, ({ status }) => status === 'ACTIVE')).toBeGreaterThan(0.8);
    expect(share(consultants, ({ status }) => status === 'SUSPENDED')).toBeGreaterThan(0.01);
    expect(inactive.length).toBeGreaterThan(20);
    expect(inactive).toEqual(ended);
    expect(inactive.every(({ endDate }) => endDate !== null && endDate < today)).toBe(true);
  });

  test('begin after they registered, some of them', () => {
    const later = share(consultants, ({ createdAt, startDate }) => startDate !== null && startDate > createdAt);

    expect(later).toBeGreaterThan(0.1);
    expect(later).toBeLessThan(0.3);
  });
});

describe('the upline history', () => {
  test('gives each consultant a first period from their first day, and none that overlap', () => {
    const histories = consultants.map((consultant) => periods.filter((period) => period.consultant === consultant));

    expect(histories.map((history) => history[0]?.startDate)).toEqual(consultants.map(firstDayOf));
    for (const history of histories) {
      const last = history.at(-1);
      const followed = history.slice(0, -1).map(({ startDate, endDate }, index) => ({
        inOrder: endDate !== null && startDate <= endDate,
        apart: endDate !== null && endDate < (history[index + 1]?.startDate ?? ''),
      }));
      expect(last?.endDate).toBeNull();
      expect(followed).toEqual(followed.map(() => ({ inOrder: true, apart: true })));
    }
  });

  test.each([1, 2, 3, 4, 5])('has no cycle on any day and goes eight deep, with seed %i', (seed) => {
    const made = makeDemoNetwork({ today, seed });

    const days = new Set(made.periods.flatMap(({ startDate, endDate }) => [startDate, addDays(endDate ?? today, 1)]));
    const cyclic = [...days].filter((day) => {
      const uplines = uplinesOn(day, made.periods);
      return [...uplines.keys()].some((consultant) => chain(consultant, uplines).isCycle);
    });

    expect(cyclic).toEqual([]);
    expect(deepest(made, today)).toBeGreaterThanOrEqual(8);
  });

  test('has few big teams and many with nobody below', () => {
    const direct = Map.groupBy(uplinesOn(today, periods).values(), (upline) => upline);

    const teams = consultants.map((consultant) => direct.get(consultant)?.length ?? 0);

    expect(share(teams, (team) => team === 0)).toBeGreaterThan(0.55);
    expect(teams.filter((team) => team >= 10).length).toBeGreaterThan(2);
    expect(teams.filter((team) => team >= 10).length).toBeLessThan(20);
  });

  test('moves a tenth of the consultants, some twice, some across a gap, some in days to come', () => {
    const histories = consultants.map((consultant) => periods.filter((period) => period.consultant === consultant));
    const moves = histories.flatMap((history) =>
      history.slice(1).map(({ startDate }, index) => ({ startDate, ended: history[index]?.endDate ?? '' })),
    );

    expect(share(histories, (history) => history.length > 1)).toBeCloseTo(0.1, 1);
    expect(histories.filter((history) => history.length === 3).length).toBeGreaterThan(2);
    expect(moves.filter(({ startDate, ended }) => addDays(ended, 1) < startDate).length).toBeGreaterThan(4);
    expect(moves.filter(({ startDate }) => startDate > today)).toHaveLength(2);
  });
});

describe('the orders', () => {
  test('are all such as the product itself would take', () => {
    const refused = orders
      .map(({ totalCents, totalPaymentCents, consultant, ...order }) =>
        orderBody.safeParse(
          withoutBlanks({
            ...order,
            total: fromCents(totalCents),
            totalPayment: totalPaymentCents === null ? null : fromCents(totalPaymentCents),
            consultant: consultant && { internalId: consultant.internalId },
          }),
        ),
      )
      .filter(({ success }) => !success);

    expect(refused).toEqual([]);
    expect(new Set(orders.map(({ ecommerceId }) => ecommerceId)).size).toBe(orders.length);
  });

  test('cover fifteen months up to today, none of them paid after it', () => {
    const days = orders.map(({ createdAt }) => createdAt);

    expect(days).toEqual(days.toSorted());
    expect(days[0]?.slice(0, 7)).toBe('2025-03');
    expect(days.at(-1)?.slice(0, 7)).toBe('2026-06');
    expect(orders.every(({ createdAt, paidAt }) => createdAt <= today && (paidAt ?? today) <= today)).toBe(true);
  });

  test('cost between 18.90 and 400.00', () => {
    const totals = orders.map(({ totalCents }) => totalCents);

    expect(Math.min(...totals)).toBe(18_90);
    expect(Math.max(...totals)).toBeGreaterThan(300_00);
    expect(Math.max(...totals)).toBeLessThanOrEqual(400_00);
  });

  test('peak before Christmas and fall off in August', () => {
    const inMonth = (month: string) => orders.filter(({ createdAt }) => createdAt.startsWith(month)).length;

    expect(inMonth('2025-12')).toBeGreaterThan(1.4 * inMonth('2025-10'));
    expect(inMonth('2025-08')).toBeLessThan(0.75 * inMonth('2025-10'));
  });

  test('come mostly from the few who order much', () => {
    const counts = consultants
      .map((consultant) => orders.filter((order) => order.consultant === consultant).length)
      .toSorted((one, other) => other - one);

    const byTopFifth = counts.slice(0, 80).reduce((total, count) => total + count, 0) / orders.length;

    expect(byTopFifth).toBeGreaterThan(0.5);
    expect(byTopFifth).toBeLessThan(0.85);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(40);
  });

  test('are paid, mostly; some partly, some not at all, some without a Valor Pago', () => {
    const paidInFull = share(orders, ({ totalCents, totalPaymentCents }) => totalPaymentCents === totalCents);
    const partly = share(
      orders,
      ({ totalCents, totalPaymentCents }) => totalPaymentCents !== null && totalPaymentCents < totalCents,
    );
    const unpaid = share(orders, ({ paidAt, totalPaymentCents }) => paidAt === null && totalPaymentCents === null);
    const withoutValue = share(
      orders,
      ({ paidAt, totalPaymentCents }) => paidAt !== null && totalPaymentCents === null,
    );

    expect(paidInFull).toBeGreaterThan(0.7);
    for (const some of [partly, unpaid, withoutValue]) {
      expect(some).toBeGreaterThan(0.03);
      expect(some).toBeLessThan(0.12);
    }
  });

  test('carry coupons of campaigns and of consultants, and a few have no consultant', () => {
    const codes = new Set(consultants.map(({ internalId }) => internalId));
    const ownCode = orders.filter(({ couponCode }) => couponCode !== null && codes.has(couponCode));

    expect(share(orders, ({ couponCode }) => couponCode === 'NATAL15')).toBeGreaterThan(0.01);
    expect(ownCode.length / orders.length).toBeGreaterThan(0.05);
    expect(ownCode.every(({ couponCode, consultant }) => couponCode === consultant?.internalId)).toBe(true);
    expect(share(orders, ({ consultant }) => consultant === null)).toBeGreaterThan(0.02);
    expect(share(orders, ({ consultant }) => consultant === null)).toBeLessThan(0.1);
  });
});

describe.each(['2024-02-29', '2026-01-01', '2026-06-15', '2026-09-30'])('the accounts, on %s', (day) => {
  const { accounts, orders: made, periods: all } = makeDemoNetwork({ today: day });

  test('are an active leader, an active consultant and a newcomer, and a suspended one', () => {
    expect(accounts.lider.status).toBe('ACTIVE');
    expect(accounts.consultor.status).toBe('ACTIVE');
    expect(accounts.novo.status).toBe('ACTIVE');
    expect(accounts.suspenso.status).toBe('SUSPENDED');
    expect(new Set(Object.values(accounts)).size).toBe(4);
  });

  test('put the leader right below the first consultant, the consultant, who is busy, below the leader, the newcomer alone', () => {
    const { above } = chain(accounts.lider, uplinesOn(day, all));
    const recent = made.filter(
      ({ consultant, createdAt }) => consultant === accounts.consultor && createdAt >= monthsBefore(day, 3),
    );

    expect(above.length).toBe(1);
    expect(chain(accounts.consultor, uplinesOn(day, all)).above).toContain(accounts.lider);
    expect(accounts.novo.createdAt >= addDays(day, -14)).toBe(true);
    expect(all.some(({ upline }) => upline === accounts.novo)).toBe(false);
    expect(recent.length).toBeGreaterThan(2);
  });
});
