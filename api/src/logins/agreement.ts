import { isDeepStrictEqual } from 'node:util';
import type { Keycloak, KeycloakUser, RequiredAction } from './keycloak.ts';
import type { Work } from './queries.ts';

/** What has come of it. */
export interface Outcome {
  /** The consultant's login; null where there is none. */
  loginId: string | null;
  /** The email that a message went to, if one did. */
  mailedTo?: string;
}

interface Ledger {
  /** Keeps which login was made for the consultant, and binds the consultant to it. */
  keepMade(loginId: string): Promise<void>;
  /** Throws where a login that was found by its email is another consultant's. */
  refuseOthers(loginId: string): Promise<void>;
}

type Consultant = NonNullable<Work['consultant']>;

/**
 * A name of its own for each consultant's login: nobody signs in with it, and it tells a login that was made, but whose making was
 * never heard of. Codes and emails change.
 */
const usernameOf = (consultantId: number) => `consultor-${consultantId}`;

const invitation: RequiredAction[] = ['UPDATE_PASSWORD', 'VERIFY_EMAIL'];

/**
 * Makes the login at the provider as the consultant is now. May be done as often as one likes, and broken off anywhere: what is found
 * decides what is left to do. Of messages, one may then be sent twice.
 */
export async function makeAgree(keycloak: Keycloak, work: Work, ledger: Ledger): Promise<Outcome> {
  const { consultant } = work;
  const found = (await findLogin(keycloak, work)) ?? (consultant && (await findByEmail(keycloak, consultant, ledger)));
  if (consultant?.status !== 'ACTIVE') {
    if (found) await shut(keycloak, found, consultant);
    return { loginId: found?.id ?? null };
  }
  if (!found && !work.wanted) return { loginId: null };
  const login = found ? await openTo(keycloak, found, consultant) : await make(keycloak, work, consultant, ledger);
  await keycloak.joinConsultants(login.id);
  const actions = actionsToAskFor(login, work, consultant);
  if (actions.length === 0) return { loginId: login.id };
  await keycloak.sendActions(login.id, actions);
  return { loginId: login.id, mailedTo: consultant.email };
}

/** The login that is bound to the consultant, or was made for it. */
async function findLogin(
  keycloak: Keycloak,
  { consultantId, consultant, loginId }: Work,
): Promise<KeycloakUser | undefined> {
  const known = [consultant?.subject, loginId].filter((id): id is string => typeof id === 'string');
  for (const id of new Set(known)) {
    const login = await keycloak.findUser({ id });
    if (login) return login;
  }
  return keycloak.findUser({ username: usernameOf(consultantId) });
}

/**
 * A login that was there before. Whoever made it with an email that was never verified knows its password, so another one has to be
 * set with the email.
 */
async function findByEmail(
  keycloak: Keycloak,
  { email }: Consultant,
  ledger: Ledger,
): Promise<KeycloakUser | undefined> {
  const login = await keycloak.findUser({ email });
  if (!login) return undefined;
  await ledger.refuseOthers(login.id);
  return login.emailVerified ? login : withActions(login, invitation);
}

async function make(keycloak: Keycloak, { consultantId }: Work, consultant: Consultant, ledger: Ledger) {
  const login = {
    username: usernameOf(consultantId),
    email: consultant.email,
    ...namesOf(consultant),
    enabled: true,
    emailVerified: false,
    requiredActions: [...invitation],
  };
  const id = await keycloak.createUser(login);
  await ledger.keepMade(id);
  return { id, ...login };
}

/** No session outlives it. */
async function shut(keycloak: Keycloak, login: KeycloakUser, consultant: Consultant | undefined): Promise<void> {
  const current = consultant ? describing(login, consultant) : login;
  await change(keycloak, login, { ...current, enabled: false });
  await keycloak.endSessions(login.id);
}

async function openTo(keycloak: Keycloak, login: KeycloakUser, consultant: Consultant): Promise<KeycloakUser> {
  return change(keycloak, login, { ...describing(login, consultant), enabled: true });
}

/** The login with the consultant's names and email. An email that is not the one it was is not verified any more. */
function describing(login: KeycloakUser, consultant: Consultant): KeycloakUser {
  const named = { ...login, ...namesOf(consultant) };
  const isSameEmail = login.email.toLowerCase() === consultant.email.toLowerCase();
  if (isSameEmail && login.emailVerified) return named;
  return withActions({ ...named, email: consultant.email, emailVerified: false }, ['VERIFY_EMAIL']);
}

async function change(keycloak: Keycloak, before: KeycloakUser, after: KeycloakUser): Promise<KeycloakUser> {
  if (!isDeepStrictEqual(before, after)) await keycloak.updateUser(after);
  return after;
}

const withActions = (login: KeycloakUser, actions: RequiredAction[]): KeycloakUser => ({
  ...login,
  requiredActions: [...new Set([...login.requiredActions, ...actions])],
});

/** An invitation that was asked for, and once for each email that is not verified what is still to be done with it. */
function actionsToAskFor(login: KeycloakUser, work: Work, { email }: Consultant): RequiredAction[] {
  if (work.invitationAsked) return login.emailVerified ? ['UPDATE_PASSWORD'] : invitation;
  if (login.emailVerified || work.mailedTo === email) return [];
  return invitation.filter((action) => login.requiredActions.includes(action));
}

/** Keycloak takes these for no part of a person's name, and refuses a user that has one. */
const noPartOfName = /[<>&"$%!#?§;*~/\\|^=[\]{}()\p{Cc}]+/gu;

function namesOf({ name }: Consultant) {
  const [firstName = '', ...rest] = name.replace(noPartOfName, ' ').trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
