import { addDays, type Day } from '@rede/contract/days';
import { dayBetween, daysBetween } from './calendar.ts';
import { type DemoPeriod, Histories } from './histories.ts';
import { type DemoConsultant, firstDayOf, isActiveOn } from './people.ts';
import type { Random } from './random.ts';

/** The shares of the network recruited below the leader and directly by the company. */
const leaderShare = 0.76;
const companyShare = 0.02;

const movedShare = 0.1;
const futureMoves = 2;
const mostBelowWhoMoves = 12;

/**
 * Gives each consultant an upline for all their days: the second one is below the first and has most of the others below. Some move.
 * Returns the periods by consultant, each one's oldest first.
 *
 * There is no cycle on any day, because everybody's uplines registered before them.
 */
export function placeConsultants(random: Random, consultants: readonly DemoConsultant[], today: Day): DemoPeriod[] {
  const histories = new Histories();
  const chooseUpline = uplineChooser(random, consultants, histories);
  for (const consultant of consultants) {
    histories.move(consultant, chooseUpline(consultant, firstDayOf(consultant)), firstDayOf(consultant));
  }
  handOver(consultants, histories);
  moveSome(random, consultants, histories, chooseUpline, today);
  return consultants.flatMap((consultant) => histories.of(consultant));
}

type ChooseUpline = (consultant: DemoConsultant, day: Day) => DemoConsultant | null;

function uplineChooser(random: Random, consultants: readonly DemoConsultant[], histories: Histories): ChooseUpline {
  const [founder, leader] = consultants;
  if (!founder || !leader) throw new RangeError('a network needs a founder and a leader');
  const positions = new Map(consultants.map((consultant, position) => [consultant, position]));
  const talents = new Map(consultants.map((consultant) => [consultant, talent(random, consultant)]));
  talents.set(founder, 3).set(leader, 8);
  const isInTeam = (consultant: DemoConsultant) =>
    consultant === leader || histories.uplines(consultant).includes(leader);

  return (consultant, day) => {
    if (consultant === founder) return null;
    if (consultant === leader) return founder;
    if (random.chance(companyShare)) return null;
    const team = random.chance(leaderShare);
    const candidates = consultants
      .slice(0, positions.get(consultant))
      .filter((other) => isActiveOn(other, day) && isInTeam(other) === team);
    const eagerness = (other: DemoConsultant) =>
      (talents.get(other) ?? 0) * (daysBetween(firstDayOf(other), day) < 540 ? 1 : 0.3);
    return random.pickWeighted(candidates, eagerness) ?? founder;
  };
}

/** How well somebody recruits: half never do, few do very well, and those never leave. */
function talent(random: Random, { endDate }: DemoConsultant): number {
  const drawn = random.chance(0.5) ? 0 : (1 - random.next()) ** -0.6;
  return endDate === null ? drawn : Math.min(drawn, 1);
}

/** The people directly below a consultant who left move to that consultant's own upline, the day after. */
function handOver(consultants: readonly DemoConsultant[], histories: Histories): void {
  const leavers = consultants
    .flatMap((leaver) => (leaver.endDate ? [{ leaver, endDate: leaver.endDate }] : []))
    // Of those who left on the same day the upper one comes first, so that nobody moves to somebody who has left.
    .toSorted((one, other) => daysBetween(other.endDate, one.endDate));
  for (const { leaver, endDate } of leavers) {
    for (const consultant of consultants.filter((below) => histories.lastUpline(below) === leaver)) {
      histories.move(consultant, histories.lastUpline(leaver), addDays(endDate, 1));
    }
  }
}

/** Moves consultants to another team until the given share has moved: some after days without an upline, some twice, some in the future. */
function moveSome(
  random: Random,
  consultants: readonly DemoConsultant[],
  histories: Histories,
  chooseUpline: ChooseUpline,
  today: Day,
): void {
  const below = Map.groupBy(
    consultants.flatMap((consultant) => histories.uplines(consultant)),
    (upline) => upline,
  );
  const settled = random.shuffled(
    consultants.filter(
      (consultant) =>
        consultant.status === 'ACTIVE' &&
        daysBetween(firstDayOf(consultant), today) > 200 &&
        histories.of(consultant).length === 1 &&
        (below.get(consultant)?.length ?? 0) <= mostBelowWhoMoves,
    ),
  );

  function moveElsewhere(consultant: DemoConsultant, day: Day): boolean {
    const upline = chooseUpline(consultant, day);
    if (upline?.endDate || histories.of(consultant).some((period) => period.upline === upline)) return false;
    histories.move(consultant, upline, day, random.chance(0.35) ? random.between(5, 30) : 0);
    return true;
  }

  let toCome = futureMoves;
  let toMove = movedShare * consultants.length - consultants.filter((one) => histories.of(one).length > 1).length;
  for (const consultant of settled) {
    if (toMove <= 0 && toCome <= 0) break;
    const isToCome = toCome > 0;
    const day = isToCome
      ? addDays(today, random.between(6, 40))
      : dayBetween(random, addDays(firstDayOf(consultant), 60), addDays(today, -75));
    if (!moveElsewhere(consultant, day)) continue;
    toMove -= 1;
    if (isToCome) toCome -= 1;
    else if (random.chance(0.3)) moveElsewhere(consultant, dayBetween(random, addDays(day, 31), addDays(today, -10)));
  }
}
