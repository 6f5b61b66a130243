import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import type { CallerConsultant } from '../http/caller.ts';

const columns = ['id', 'internal_id as internalId', 'name', 'email', 'status'] as const;

export function findConsultantBySubject(db: Queries, subject: string): Promise<CallerConsultant | undefined> {
  return db.selectFrom('consultants').select(columns).where('subject', '=', subject).executeTakeFirst();
}

/**
 * Binds a subject to the one consultant with this email that no other subject is bound to; undefined where there is none.
 * The email must have been verified by the identity provider.
 */
export function bindConsultant(db: Queries, subject: string, email: string): Promise<CallerConsultant | undefined> {
  return db
    .updateTable('consultants')
    .set({ subject })
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('subject', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

export interface ShownUpline {
  parentId: string | null;
  parentName: string | null;
  parentEmail: string | null;
}

/** The upline to show for a consultant on a day; the company has a code and neither name nor email. */
export async function findShownUpline(
  db: Queries,
  consultantId: number,
  day: Day,
  rootUplineCode: string,
): Promise<ShownUpline> {
  const { rows } = await sql<ShownUpline>`
    select
      case when period.upline_id is null then ${rootUplineCode} else upline.internal_id end as "parentId",
      upline.name as "parentName",
      upline.email as "parentEmail"
    from shown_upline_period(${consultantId}, ${day}) period
    left join consultants upline on upline.id = period.upline_id
  `.execute(db);
  return rows[0] ?? { parentId: null, parentName: null, parentEmail: null };
}
