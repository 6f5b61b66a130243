import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { fieldProblem } from '../http/problem.ts';
import type { Upline } from './plan.ts';

/** What the company's code is and which day it is: what a consultant's shown upline depends on beside the data. */
export interface AsOf {
  rootUplineCode: string;
  today: Day;
}

/** Whether what is read is held until the transaction ends, for it is about to be changed or relied on; a snapshot that only reads holds nothing. */
export type Hold = 'hold' | 'read';

/** Whether a typed code is the company's; codes are compared trimmed and without regard to case. */
export function isRootCode(code: string, rootUplineCode: string): boolean {
  return code.trim().toLowerCase() === rootUplineCode.trim().toLowerCase();
}

/** The upline a typed code names, which is not deleted while it is held; Problem 400 at `parentId` where it names nobody, or the consultant itself. */
export async function findUpline(
  db: Queries,
  code: string,
  rootUplineCode: string,
  consultantId: number,
  hold: Hold,
): Promise<Upline> {
  if (isRootCode(code, rootUplineCode)) return null;
  const upline = await db
    .selectFrom('consultants')
    .select('id')
    .where(sql`lower(internal_id)`, '=', sql`lower(${code.trim()})`)
    .$if(hold === 'hold', (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!upline) throw fieldProblem('invalid', 'parentId', `O Código Upline ${code} não existe`);
  if (upline.id === consultantId) throw ownUpline();
  return upline.id;
}

export const ownUpline = () => fieldProblem('invalid', 'parentId', 'Um consultor não pode ser o seu próprio upline');
