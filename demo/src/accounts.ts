import type { Day } from '@rede/contract/days';
import type { DemoPeriod } from './histories.ts';
import { type DemoConsultant, firstDayOf, isActiveOn } from './people.ts';

/** A leader of most of the network, a consultant with a small network, a newcomer with none, and a suspended consultant. */
export type DemoUsername = 'lider' | 'consultor' | 'novo' | 'suspenso';

/** Chooses the consultants of the demo accounts. */
export function chooseAccounts(
  consultants: readonly DemoConsultant[],
  periods: readonly DemoPeriod[],
  today: Day,
): Record<DemoUsername, DemoConsultant> {
  const uplines = uplinesOn(today, periods);
  const networks = networksOn(today, consultants, uplines);
  const networkOf = (consultant: DemoConsultant) => networks.get(consultant) ?? { direct: 0, total: 0 };
  const active = consultants.filter(({ status }) => status === 'ACTIVE');

  // Below a person and not the company, so that there is an upline to show.
  const lider = highest(
    active.filter((consultant) => uplines.get(consultant)),
    (consultant) => networkOf(consultant).total,
  );
  return {
    lider,
    consultor: highest(
      active.filter((consultant) => {
        const { direct, total } = networkOf(consultant);
        const isSmall = direct >= 3 && direct < total && total >= 6 && total <= 12;
        return isSmall && chain(consultant, uplines).includes(lider);
      }),
      (consultant) => networkOf(consultant).total,
    ),
    novo: highest(
      active.filter(
        (consultant) => firstDayOf(consultant) <= today && periods.every(({ upline }) => upline !== consultant),
      ),
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

type Uplines = ReadonlyMap<DemoConsultant, DemoConsultant | null>;

function uplinesOn(day: Day, periods: readonly DemoPeriod[]): Uplines {
  const inForce = periods.filter(({ startDate, endDate }) => startDate <= day && (endDate === null || day <= endDate));
  return new Map(inForce.map(({ consultant, upline }) => [consultant, upline]));
}

/** Everybody above, the nearest first. */
function chain(consultant: DemoConsultant, uplines: Uplines): DemoConsultant[] {
  const upline = uplines.get(consultant);
  return upline ? [upline, ...chain(upline, uplines)] : [];
}

function networksOn(
  day: Day,
  consultants: readonly DemoConsultant[],
  uplines: Uplines,
): Map<DemoConsultant, { direct: number; total: number }> {
  const networks = new Map(consultants.map((consultant) => [consultant, { direct: 0, total: 0 }]));
  for (const member of consultants.filter((consultant) => isActiveOn(consultant, day))) {
    for (const [distance, upline] of chain(member, uplines).entries()) {
      const network = networks.get(upline);
      if (!network) continue;
      network.total += 1;
      if (distance === 0) network.direct += 1;
    }
  }
  return networks;
}
