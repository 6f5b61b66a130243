import { addDays, type Day } from '@rede/contract/days';
import type { DemoConsultant } from './people.ts';

/** A period of the upline history, both days included; `upline` null is the company, `endDate` null is open-ended. */
export interface DemoPeriod {
  consultant: DemoConsultant;
  upline: DemoConsultant | null;
  startDate: Day;
  endDate: Day | null;
}

/** An upline history under construction: only the last period of each consultant is open. */
export class Histories {
  readonly #periods = new Map<DemoConsultant, DemoPeriod[]>();

  /** The oldest first. */
  of(consultant: DemoConsultant): readonly DemoPeriod[] {
    return this.#periods.get(consultant) ?? [];
  }

  /** Null for the company. */
  lastUpline(consultant: DemoConsultant): DemoConsultant | null {
    return this.of(consultant).at(-1)?.upline ?? null;
  }

  /** Everybody above by the last periods, the nearest first. */
  uplines(consultant: DemoConsultant): DemoConsultant[] {
    const upline = this.lastUpline(consultant);
    return upline ? [upline, ...this.uplines(upline)] : [];
  }

  /** Opens a period. The one before it ends the day before, or `daysApart` days earlier. */
  move(consultant: DemoConsultant, upline: DemoConsultant | null, startDate: Day, daysApart = 0): void {
    const earlier = [...this.of(consultant)];
    const last = earlier.pop();
    if (last) earlier.push({ ...last, endDate: addDays(startDate, -1 - daysApart) });
    this.#periods.set(consultant, [...earlier, { consultant, upline, startDate, endDate: null }]);
  }
}
