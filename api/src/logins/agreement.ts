import { isDeepStrictEqual } from 'node:util';
import { type Keycloak, KeycloakConflict, type KeycloakUser, type RequiredAction } from './keycloak.ts';
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
  /** Whether a login is another consultant's. */
  isOfAnother(loginId: string): Promise<boolean>;
}

type Consultant = NonNullable<Work['consultant']>;

/**
 * A name of its own for each consultant's login: nobody signs in with it, and it tells a login that was made, but whose making was
 * never heard of. Codes and emails change.
 */
const usernameOf = ({ consultantId }: Work) => `consultor-${consultantId}`;

const invitation: RequiredAction[] = ['UPDATE_PASSWORD', 'VERIFY_EMAIL'];

/**
 * Makes the login at the provider as the consultant is now. May be done as often as one likes, and broken off anywhere: what is found
 * decides what is left to do. Of messages, one may then be sent twice.
 */
export async function makeAgree(keycloak: Keycloak, work: Work, ledger: Ledger): Promise<Outcome> {
  const { consultant } = work;
  const found = (await findOwn()) ?? (consultant && (await findByEmail(consultant)));
  if (consultant?.status !== 'ACTIVE') {
    if (found) await shut(found);
    return { loginId: found?.id ?? null };
  }
  if (!found && !work.wanted) return { loginId: null };
  const login = found
    ? await change(found, { ...describing(found, consultant), enabled: true })
    : await make(consultant);
  await keycloak.joinConsultants(login.id);
  const actions = actionsToAskFor(login, work, consultant);
  if (actions.length === 0) return { loginId: login.id };
  await keycloak.sendActions(login.id, actions);
  return { loginId: login.id, mailedTo: consultant.email };

  /** The login that is bound to the consultant, or was made for it. */
  async function findOwn(): Promise<KeycloakUser | undefined> {
    const known = [consultant?.subject, work.loginId].filter((id) => typeof id === 'string');
    for (const id of new Set(known)) {
      const login = await keycloak.findUser({ id });
      if (login) return login;
    }
    return keycloak.findUser({ username: usernameOf(work) });
  }

  /**
   * A login that was there before. Whoever made it with an email that was never verified knows its password, so another one has to be
   * set with the email.
   */
  async function findByEmail({ email }: Consultant): Promise<KeycloakUser | undefined> {
    const login = await keycloak.findUser({ email });
    if (!login) return undefined;
    if (await ledger.isOfAnother(login.id)) throw new KeycloakConflict('O login com este email é de outro consultor');
    return login.emailVerified ? login : change(login, withActions(login, invitation));
  }

  async function make({ name, email }: Consultant): Promise<KeycloakUser> {
    const login = {
      username: usernameOf(work),
      email,
      ...namesIn(name),
      enabled: true,
      emailVerified: false,
      requiredActions: [...invitation],
    };
    const id = await keycloak.createUser(login);
    await ledger.keepMade(id);
    return { id, ...login };
  }

  /** No session outlives it. */
  async function shut(login: KeycloakUser): Promise<void> {
    await change(login, { ...(consultant ? describing(login, consultant) : login), enabled: false });
    await keycloak.endSessions(login.id);
  }

  async function change(before: KeycloakUser, after: KeycloakUser): Promise<KeycloakUser> {
    if (isDeepStrictEqual(before, after)) return after;
    try {
      await keycloak.updateUser(after);
      return after;
    } catch (error) {
      if (error instanceof KeycloakConflict) await standAside(before, after.email);
      throw error;
    }
  }

  /**
   * Gives up the email so far where the one to come is still that of another consultant's login: of two who exchange theirs, each would
   * wait for the other for ever.
   */
  async function standAside(login: KeycloakUser, email: string): Promise<void> {
    const holder = await keycloak.findUser({ email });
    if (!holder || !(await ledger.isOfAnother(holder.id))) return;
    await keycloak.updateUser({ ...login, email: `${usernameOf(work)}@rede.invalid`, emailVerified: false });
  }
}

/** The login with the consultant's names and email. An email that is not the one it was is not verified any more. */
function describing(login: KeycloakUser, { name, email }: Consultant): KeycloakUser {
  const named = { ...login, ...namesIn(name) };
  const isSameEmail = login.email.toLowerCase() === email.toLowerCase();
  if (isSameEmail && login.emailVerified) return named;
  return withActions({ ...named, email, emailVerified: false }, ['VERIFY_EMAIL']);
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

function namesIn(name: string) {
  const [firstName = '', ...rest] = name.replace(noPartOfName, ' ').trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
