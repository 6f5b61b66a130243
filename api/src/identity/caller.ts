import { rowId } from '@rede/contract/values';
import type { Database } from '../db/client.ts';
import { type Caller, type CallerConsultant, withoutConsultant } from '../http/caller.ts';
import { notFound, Problem } from '../http/problem.ts';
import { bindConsultant, findConsultantById, findConsultantBySubject, recordRefusedBinding } from './queries.ts';
import type { Claims } from './tokens.ts';

const refusals = {
  INACTIVE: 'A sua conta está inactiva.',
  SUSPENDED: 'A sua conta está suspensa.',
};

/** The caller behind a token, for calls about the caller's own consultant; Problem 403 when there is none or it may not sign in. */
export async function findCaller(database: Database, claims: Claims): Promise<Caller> {
  const consultant = await findConsultantOf(database, claims);
  const isAdmin = claims.roles.includes('admin');
  if (!isAdmin) {
    if (!consultant) {
      await recordRefusedBinding(database, claims.subject, claims.email, claims.emailVerified);
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

/** A login's first calls arrive together: one binds the subject, and the others find it bound. */
async function findConsultantOf(
  database: Database,
  { subject, email, emailVerified }: Claims,
): Promise<CallerConsultant | undefined> {
  const bound = await findConsultantBySubject(database, subject);
  if (bound || !email || !emailVerified) return bound;
  return (await bindConsultant(database, subject, email)) ?? findConsultantBySubject(database, subject);
}

/** The caller of an administrator's call; Problem 403 for anybody else. Does not look for a consultant. */
export function requireAdmin(claims: Claims): Caller {
  if (!claims.roles.includes('admin')) throw new Problem('forbidden', 'Não tem permissão para esta operação.');
  const { subject, roles, name, email } = claims;
  return { subject, roles, isAdmin: true, name, email, consultant: undefined };
}

/**
 * The consultant that an administrator views as, whatever its status, with what a consultant may do. Problem 403 for anybody else, 400 and
 * 404 for an id that is none.
 */
export async function findViewedCaller(database: Database, claims: Claims, viewed: string): Promise<Caller> {
  const { subject } = requireAdmin(claims);
  const id = rowId.safeParse(viewed);
  if (!id.success) throw new Problem('invalid', 'Identificador de consultor inválido.');
  const consultant = await findConsultantById(database, id.data);
  if (!consultant) throw notFound('Este consultor');
  const { name, email } = consultant;
  return { subject, roles: ['consultant'], isAdmin: false, name, email, consultant };
}
