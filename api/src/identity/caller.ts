import type { Database } from '../db/client.ts';
import { type Caller, type CallerConsultant, withoutConsultant } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { bindConsultant, findConsultantBySubject, noteRefusedBinding } from './queries.ts';
import type { Claims } from './tokens.ts';

const refusals = {
  INACTIVE: 'A sua conta está inactiva.',
  SUSPENDED: 'A sua conta está suspensa.',
};

/** Finds who is behind a token's claims, for calls that answer for the caller's own consultant; Problem 403 where nobody may. */
export async function findCaller(database: Database, claims: Claims): Promise<Caller> {
  const consultant = await findConsultantOf(database, claims);
  const isAdmin = claims.roles.includes('admin');
  if (!isAdmin) {
    if (!consultant) {
      await noteRefusedBinding(database, claims.subject, claims.email, claims.emailVerified);
      throw withoutConsultant();
    }
    if (consultant.status !== 'ACTIVE') throw new Problem('not_active', refusals[consultant.status]);
  }
  return {
    subject: claims.subject,
    roles: claims.roles,
    isAdmin,
    name: consultant?.name ?? claims.name,
    email: consultant?.email ?? claims.email,
    consultant,
  };
}

/** A login's first calls come together: one of them binds the subject, and the others then find it bound. */
async function findConsultantOf(
  database: Database,
  { subject, email, emailVerified }: Claims,
): Promise<CallerConsultant | undefined> {
  const bound = await findConsultantBySubject(database, subject);
  if (bound || !email || !emailVerified) return bound;
  return (await bindConsultant(database, subject, email)) ?? findConsultantBySubject(database, subject);
}

/** An administrator, for calls that only they may make; Problem 403 for anybody else. Needs no consultant and looks up none. */
export function requireAdmin(claims: Claims): Caller {
  if (!claims.roles.includes('admin')) throw new Problem('forbidden', 'Não tem permissão para esta operação.');
  const { subject, roles, name, email } = claims;
  return { subject, roles, isAdmin: true, name, email, consultant: undefined };
}
