import { randomUUID } from 'node:crypto';
import type { Status } from '@rede/contract/consultants';
import type { Binding, Login } from '@rede/contract/logins';
import { sql } from 'kysely';
import { type Actor, inChange } from '../db/change.ts';
import { type Queries, violatedConstraint } from '../db/client.ts';
import { notFound, Problem } from '../http/problem.ts';

interface LoginRow {
  status: Status;
  exists: boolean;
  isDue: boolean;
  mailedAt: Date | null;
  failure: string | null;
  dueAt: Date | null;
}

/** The state of a consultant's login; undefined when there is no such consultant. */
export async function findLogin(db: Queries, consultantId: number, isOn: boolean): Promise<Login | undefined> {
  const { rows } = await sql<LoginRow>`
    select
      consultant.status,
      coalesce(consultant.subject, login.login_id) is not null as exists,
      coalesce(login.settled < login.revision, false) as "isDue",
      login.mailed_at as "mailedAt",
      login.failure,
      login.due_at as "dueAt"
    from consultants consultant
    left join logins login on login.consultant_id = consultant.id
    where consultant.id = ${consultantId}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const hasFailed = isOn && row.isDue && row.failure !== null;
  return {
    state: isOn ? stateOf(row) : 'off',
    exists: row.exists,
    mailedAt: row.mailedAt?.toISOString() ?? null,
    failure: hasFailed ? row.failure : null,
    nextAttemptAt: hasFailed ? (row.dueAt?.toISOString() ?? null) : null,
    bindings: await findBindings(db, consultantId),
  };
}

async function findBindings(db: Queries, consultantId: number): Promise<Binding[]> {
  const { rows } = await sql<Omit<Binding, 'at'> & { at: Date }>`
    select outcome, last_at as at, times
    from login_bindings
    where consultant_id = ${consultantId}
    order by last_at desc, id desc
    limit 5
  `.execute(db);
  return rows.map(({ outcome, at, times }) => ({ outcome, at: at.toISOString(), times }));
}

function stateOf({ isDue, failure, exists, status }: LoginRow): Login['state'] {
  if (isDue) return failure === null ? 'pending' : 'failed';
  if (!exists) return 'none';
  return status === 'ACTIVE' ? 'ready' : 'disabled';
}

/** Requests an invitation, and a login if there is none. Problem 404, or 400 when the consultant may not sign in. */
export async function requestInvitation(db: Queries, consultantId: number, by: Actor): Promise<void> {
  const consultant = await db
    .selectFrom('consultants')
    .select(['name', 'internal_id', 'status'])
    .where('id', '=', consultantId)
    .executeTakeFirst();
  if (!consultant) throw notFound('Este consultor');
  if (consultant.status !== 'ACTIVE') {
    throw new Problem('invalid', 'Só um consultor activo pode ser convidado a entrar.');
  }
  const about = `${consultant.internal_id} ${consultant.name}`;
  await inChange(db, { by, does: 'login.invite', about, aboutId: consultantId }, async (db) => {
    await sql`
      insert into logins as kept (consultant_id, wanted, invitation_asked)
      select id, true, true from consultants where id = ${consultantId}
      on conflict (consultant_id) do update set
        wanted = true, invitation_asked = true, revision = kept.revision + 1, attempts = 0, due_at = now()
    `.execute(db);
  });
}

/** A login to synchronise with its consultant, claimed by one worker until its lease expires. */
export interface LoginTask {
  consultantId: number;
  lease: string;
  /** The revision that this task completes. */
  revision: number;
  /** This one included. */
  attempts: number;
  loginId: string | null;
  /** Whether to create a login if there is none. */
  wanted: boolean;
  invitationAsked: boolean;
  mailedTo: string | null;
  /** Its current values; undefined after it was deleted. */
  consultant: { name: string; email: string; status: Status; subject: string | null } | undefined;
}

/** Claims the task that has been due longest, skipping those of other workers; undefined when nothing is due. */
export async function claimTask(db: Queries, leaseSeconds: number): Promise<LoginTask | undefined> {
  const { rows } = await sql<Omit<LoginTask, 'consultant'>>`
    update logins set
      lease = ${randomUUID()},
      leased_until = now() + make_interval(secs => ${leaseSeconds}),
      attempts = attempts + 1
    where consultant_id = (
      select consultant_id from logins
      where settled < revision and due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at
      limit 1
      for update skip locked
    )
    returning
      consultant_id as "consultantId", lease, revision, attempts, login_id as "loginId", wanted,
      invitation_asked as "invitationAsked", mailed_to as "mailedTo"
  `.execute(db);
  const [task] = rows;
  if (!task) return undefined;
  // Read after the revision, so it is at least as new.
  const consultant = await db
    .selectFrom('consultants')
    .select(['name', 'email', 'status', 'subject'])
    .where('id', '=', task.consultantId)
    .executeTakeFirst();
  return { ...task, consultant };
}

/**
 * Stores which login was created for a consultant and binds the consultant to it, in the place of an earlier one that no longer exists.
 * Returns false when the `sub` belongs to another consultant.
 */
export async function recordCreatedLogin(
  db: Queries,
  { consultantId, consultant }: LoginTask,
  loginId: string,
): Promise<boolean> {
  try {
    await sql`
      with kept as (
        update logins set login_id = ${loginId} where consultant_id = ${consultantId}
      ),
      bound as (
        update consultants set subject = ${loginId}
        where id = ${consultantId} and (subject is null or subject = ${consultant?.subject ?? null})
        returning id
      )
      insert into login_bindings as noted (subject, consultant_id, outcome)
      select ${loginId}, id, 'made' from bound
      on conflict (subject, consultant_id, outcome) do update set last_at = now(), times = noted.times + 1
    `.execute(db);
    return true;
  } catch (error) {
    if (violatedConstraint(error) === 'consultants_subject_key') return false;
    throw error;
  }
}

/** Whether a login at the provider belongs to another consultant. */
export async function belongsToAnother(db: Queries, loginId: string, consultantId: number): Promise<boolean> {
  const { rows } = await sql`
    select from consultants where subject = ${loginId} and id <> ${consultantId}
    union all
    select from logins where login_id = ${loginId} and consultant_id <> ${consultantId}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * Stores that the provider is up to date with the task's revision. The login of a deleted consultant is anybody's then; what else is known
 * stays, for a consultant that is restored.
 */
export async function completeTask(
  db: Queries,
  task: LoginTask,
  loginId: string | null,
  mailedTo?: string,
): Promise<void> {
  const { rows } = await sql`
    update logins set
      settled = ${task.revision},
      login_id = ${loginId},
      invitation_asked = invitation_asked and revision > ${task.revision},
      mailed_to = coalesce(${mailedTo ?? null}, mailed_to),
      mailed_at = case when ${mailedTo !== undefined} then now() else mailed_at end,
      attempts = 0, failure = null, lease = null, leased_until = null
    where consultant_id = ${task.consultantId} and lease = ${task.lease}
    returning 1
  `.execute(db);
  // The lease expired and another worker claimed the task. Which of us called the provider last is unknown, so do it once more.
  if (rows.length === 0) await requeueTask(db, task.consultantId);
  await sql`
    update logins set login_id = null
    where consultant_id = ${task.consultantId} and settled = revision and lease is null
      and not exists (select from consultants where id = ${task.consultantId})
  `.execute(db);
}

async function requeueTask(db: Queries, consultantId: number): Promise<void> {
  await sql`
    update logins set revision = revision + 1, due_at = now() where consultant_id = ${consultantId}
  `.execute(db);
}

/** Stores the failure and retries after the delay, or at once when the consultant has changed meanwhile. */
export async function postponeTask(db: Queries, task: LoginTask, failure: string, milliseconds: number): Promise<void> {
  await sql`
    update logins set
      failure = ${failure},
      due_at = case when revision = ${task.revision} then now() + make_interval(secs => ${milliseconds / 1000}) else due_at end,
      lease = null, leased_until = null
    where consultant_id = ${task.consultantId} and lease = ${task.lease}
  `.execute(db);
}

/** Releases a task that was interrupted because the server stops. */
export async function releaseTask(db: Queries, task: LoginTask): Promise<void> {
  await sql`
    update logins set lease = null, leased_until = null, attempts = greatest(attempts - 1, 0)
    where consultant_id = ${task.consultantId} and lease = ${task.lease}
  `.execute(db);
}
