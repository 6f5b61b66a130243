import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { fieldProblem } from '../http/problem.ts';
import type { Upline } from './plan.ts';

/** What a consultant's shown upline depends on besides the data: the company's code and today's day. */
export interface AsOf {
  rootUplineCode: string;
  today: Day;
}

/** Whether rows are locked until the transaction ends, because it writes or relies on them; a read-only snapshot locks nothing. */
export type Hold = 'hold' | 'read';

/** Whether a typed code is the company's; compared trimmed and ignoring case. */
export function isRootCode(code: string, rootUplineCode: string): boolean {
  return code.trim().toLowerCase() === rootUplineCode.trim().toLowerCase();
}

/**
 * The upline of a typed code; with `hold` it cannot be deleted meanwhile. Problem 400 at `parentId` for an unknown code and for the
 * consultant's own.
 */
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
