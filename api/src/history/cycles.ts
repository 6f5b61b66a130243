import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Queries } from '../db/client.ts';
import { fieldProblem, type Problem } from '../http/problem.ts';
import type { Plan } from './plan.ts';

/** A row of the SQL function `upline_cycle`: on a day, these uplines lead back to the consultant. */
interface Cycle {
  first_day: Day;
  /** From the proposed upline up to the one directly under the consultant: the first and the last code, and how many there are. */
  upline_code: string;
  last_code: string;
  length: number;
  /** The period in which the last one is under the consultant. */
  period_first_day: Day;
  period_last_day: Day | null;
}

/** Problem 409 when a plan would make a cycle, with the first day of it and the way back. */
export async function refuseCycle(db: Queries, { consultantId, proposed }: Plan): Promise<void> {
  if (!proposed || proposed.upline === null) return;
  const { rows } = await sql<Cycle>`
    select *
    from upline_cycle(${consultantId}, ${proposed.upline}, daterange(${proposed.first}::date, ${proposed.end}::date))
  `.execute(db);
  if (rows[0]) throw cycleProblem(rows[0]);
}

/** The same Problem from an error of the trigger upline_periods_acyclic, whose detail describes the cycle. */
export function refusedCycle(error: unknown): Problem | undefined {
  if (!(error instanceof DatabaseError) || error.constraint !== 'upline_periods_acyclic') return undefined;
  return cycleProblem(JSON.parse(error.detail ?? '') as Cycle);
}

function cycleProblem(cycle: Cycle): Problem {
  return fieldProblem('cycle', 'parentId', `Este upline faria um ciclo na rede: ${wayBack(cycle)}`);
}

function wayBack({ first_day, upline_code, last_code, length, period_first_day, period_last_day }: Cycle): string {
  const between = length > 2 ? ' está sob … sob' : ' está sob';
  const toLast = length > 1 ? `${between} ${last_code}, que` : '';
  const days = inWords(period_first_day, period_last_day);
  return `a ${first_day}, ${upline_code}${toLast} está sob este consultor (período de ${days})`;
}

/** The days of a period in words, both included. */
export function inWords(first: Day, last: Day | null): string {
  return last === null ? `${first} em diante` : `${first} a ${last}`;
}
