import type { Day } from '@rede/contract/days';
import type { DemoPeriod } from './histories.ts';
import { type DemoConsultant, firstDayOf, isActiveOn } from './people.ts';

/** A leader of most of the network, one with a small network, a newcomer with none, and one who is suspended. */
export type DemoUsername = 'lider' | 'consultor' | 'novo' | 'suspenso';

/** Finds those whom the login names stand for. */
export function chooseAccounts(
  consultants: readonly DemoConsultant[],
  periods: readonly DemoPeriod[],
  today: Day,
): Record<DemoUsername, DemoConsultant> {
  const networks = networksOn(today, consultants, periods);
  const networkOf = (consultant: DemoConsultant) => networks.get(consultant) ?? { direct: 0, total: 0 };
  const uplines = new Set(periods.map(({ upline }) => upline));
  const active = consultants.filter(({ status }) => status === 'ACTIVE');

  return {
    // Below a person and not the company, so that there is an upline to show.
    lider: highest(
      active.filter((consultant) => periods.some((period) => period.consultant === consultant && period.upline)),
      (consultant) => networkOf(consultant).total,
    ),
    consultor: highest(
      active.filter((consultant) => {
        const { direct, total } = networkOf(consultant);
        return direct >= 2 && direct < total && total >= 6 && total <= 12;
      }),
      (consultant) => networkOf(consultant).total,
    ),
    novo: highest(
      active.filter((consultant) => firstDayOf(consultant) <= today && !uplines.has(consultant)),
      ({ createdAt }) => Date.parse(createdAt),
    ),
    suspenso: highest(
      consultants.filter(({ status }) => status === 'SUSPENDED'),
      (consultant) => networkOf(consultant).total,
    ),
  };
}

function highest<T>(items: readonly T[], value: (item: T) => number): T {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('this seed makes nobody fit for one of the demo accounts');
  return others.reduce((best, item) => (value(item) > value(best) ? item : best), first);
}

function networksOn(
  day: Day,
  consultants: readonly DemoConsultant[],
  periods: readonly DemoPeriod[],
): Map<DemoConsultant, { direct: number; total: number }> {
  const uplines = new Map(
    periods
      .filter(({ startDate, endDate }) => startDate <= day && (endDate === null || day <= endDate))
      .map(({ consultant, upline }) => [consultant, upline]),
  );
  const networks = new Map(consultants.map((consultant) => [consultant, { direct: 0, total: 0 }]));
  for (const consultant of consultants.filter((member) => isActiveOn(member, day))) {
    const direct = uplines.get(consultant);
    for (let upline = direct; upline; upline = uplines.get(upline)) {
      const network = networks.get(upline);
      if (!network) continue;
      network.total += 1;
      if (upline === direct) network.direct += 1;
    }
  }
  return networks;
}
