import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { mergeCounts } from './counts.ts';
import { Rollups } from './rollups.ts';
import type { Job } from './worker.ts';

/** What keeps the derived tables quick to read. Nothing is wrong before it is done. */
export function upkeepJobs(database: Database, today: () => Day, rootUplineCode: string): Job[] {
  const rollups = new Rollups(database, today);
  return [
    { name: 'merging counts', idle: 500, step: () => mergeCounts(database) },
    { name: 'rollup nodes', idle: 1000, step: () => rollups.step() },
    { name: 'current uplines', idle: 1000, step: () => bringCurrentUplinesTo(database, today(), rootUplineCode) },
  ];
}

/** The current uplines that lists are answered from are kept for one day and one code of the company. */
async function bringCurrentUplinesTo(database: Database, today: Day, rootUplineCode: string): Promise<boolean> {
  await sql`
    select set_current_upline_day(${today}, ${rootUplineCode})
    where not exists (select from current_upline_day where day = ${today} and company_code = ${rootUplineCode})
  `.execute(database);
  return false;
}
