import type { Status } from '@rede/contract/consultants';
import { Problem } from './problem.ts';

export interface CallerConsultant {
  id: number;
  internalId: string;
  name: string;
  email: string;
  status: Status;
}

/** The caller of a request. An administrator may have no consultant; anybody else has an active one. */
export interface Caller {
  /** The token's `sub`. */
  subject: string;
  roles: string[];
  isAdmin: boolean;
  name: string | null;
  email: string | null;
  consultant: CallerConsultant | undefined;
}

export const withoutConsultant = () => new Problem('no_consultant', 'A sua conta não está associada a um consultor.');

/** The caller's own consultant; Problem 403 for an administrator without one. */
export function ownConsultant({ consultant }: Caller): CallerConsultant {
  if (!consultant) throw withoutConsultant();
  return consultant;
}

/** The caller as the activity log names it. */
export function actorOf({ subject, name, email }: Caller): { name: string; subject: string } {
  return { name: name ?? email ?? subject, subject };
}
