import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import { type Queries, violatedConstraint } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import type { CallerConsultant } from '../http/caller.ts';

const columns = ['id', 'internal_id as internalId', 'name', 'email', 'status'] as const;

export async function findConsultantBySubject(db: Queries, subject: string): Promise<CallerConsultant | undefined> {
  const query = db.selectFrom('consultants').select(columns).where('subject', '=', subject);
  const [found] = await executePrepared(db, query.compile());
  return found;
}

export function findConsultantById(db: Queries, id: number): Promise<CallerConsultant | undefined> {
  return db.selectFrom('consultants').select(columns).where('id', '=', id).executeTakeFirst();
}

/**
 * Binds a subject to the unbound consultant with this email and records that, in the activity log too; undefined when there is none, or when the subject was bound
 * to another one meanwhile. The identity provider must have verified the email.
 */
export async function bindConsultant(
  db: Queries,
  subject: string,
  email: string,
): Promise<CallerConsultant | undefined> {
  try {
    const { rows } = await sql<CallerConsultant>`
      with bound as (
        update consultants set subject = ${subject}
        where lower(email) = lower(${email}) and subject is null
        returning id, internal_id as "internalId", name, email, status
      ),
      noted as (
        insert into login_bindings as noted (subject, consultant_id, outcome)
        select ${subject}, id, 'bound' from bound
        on conflict (subject, consultant_id, outcome) do update set last_at = now(), times = noted.times + 1
      ),
      logged as (
        insert into changes (by_name, by_subject, does, about, about_id)
        select name, ${subject}, 'login.bind', "internalId" || ' ' || name, id from bound
      )
      select * from bound
    `.execute(db);
    return rows[0];
  } catch (error) {
    if (violatedConstraint(error) === 'consultants_subject_key') return undefined;
    throw error;
  }
}

/** Records why a login was not bound: with the consultant who has its email, if any, and whether the email was verified. */
export async function recordRefusedBinding(
  db: Queries,
  subject: string,
  email: string | null,
  emailVerified: boolean,
): Promise<void> {
  await sql`
    insert into login_bindings as noted (subject, consultant_id, outcome)
    select
      ${subject},
      consultant.id,
      case when consultant.id is null then 'unknown' when ${emailVerified} then 'taken' else 'unverified' end
    from (values (${email}::text)) as brought (email)
    left join consultants consultant on lower(consultant.email) = lower(brought.email)
    on conflict (subject, consultant_id, outcome) do update set last_at = now(), times = noted.times + 1
    where noted.last_at < now() - interval '1 minute'
  `.execute(db);
}

export interface ShownUpline {
  parentId: string | null;
  parentName: string | null;
  parentEmail: string | null;
}

/** The upline shown for a consultant on a day; the company has a code, but no name and no email. */
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
    from current_upline_period(${consultantId}, ${day}) period
    left join consultants upline on upline.id = period.upline_id
  `.execute(db);
  return rows[0] ?? { parentId: null, parentName: null, parentEmail: null };
}
