import type { Status } from '@rede/contract/consultants';
import { Problem } from './problem.ts';

export interface CallerConsultant {
  id: number;
  internalId: string;
  name: string;
  email: string;
  status: Status;
}

/** Who is calling. An administrator need not be a consultant; anybody else who got this far is an active one. */
export interface Caller {
  /** Who it is to the login: the token's `sub`. */
  subject: string;
  roles: string[];
  isAdmin: boolean;
  name: string | null;
  email: string | null;
  consultant: CallerConsultant | undefined;
}

export const withoutConsultant = () => new Problem('no_consultant', 'A sua conta não está associada a um consultor.');

/** The caller's own consultant; Problem 403 for an administrator who is none. */
export function ownConsultant({ consultant }: Caller): CallerConsultant {
  if (!consultant) throw withoutConsultant();
  return consultant;
}
