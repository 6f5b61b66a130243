import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { fieldProblem } from '../http/problem.ts';

/** Someone to stand under: a consultant by id, or the company, which is nobody's row. */
export type Upline = number | null;

/** Whether a typed code is the company's; codes are compared trimmed and without regard to case. */
export function isRootCode(code: string, rootUplineCode: string): boolean {
  return code.trim().toLowerCase() === rootUplineCode.trim().toLowerCase();
}

/** The upline a typed code names, kept from being deleted until the transaction ends; Problem 400 at `parentId` where it names nobody, or the consultant itself. */
export async function findUpline(
  db: Queries,
  code: string,
  rootUplineCode: string,
  consultantId: number,
): Promise<Upline> {
  if (isRootCode(code, rootUplineCode)) return null;
  const upline = await db
    .selectFrom('consultants')
    .select('id')
    .where(sql`lower(internal_id)`, '=', sql`lower(${code.trim()})`)
    .forKeyShare()
    .executeTakeFirst();
  if (!upline) throw fieldProblem('invalid', 'parentId', `O Código Upline ${code} não existe`);
  if (upline.id === consultantId) throw ownUpline();
  return upline.id;
}

export const ownUpline = () => fieldProblem('invalid', 'parentId', 'Um consultor não pode ser o seu próprio upline');
