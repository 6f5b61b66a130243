import { isDeepStrictEqual } from 'node:util';
import { type Keycloak, KeycloakConflict, type KeycloakUser, type RequiredAction } from './keycloak.ts';
import type { LoginTask } from './queries.ts';

/** The result of a synchronisation. */
export interface SyncResult {
  /** The consultant's login; null when there is none. */
  loginId: string | null;
  /** The address that an email was sent to, if any. */
  mailedTo?: string;
}

interface LoginRecords {
  /** Stores which login was created for the consultant, and binds the consultant to it. Throws when it belongs to another consultant. */
  recordCreated(loginId: string): Promise<void>;
  /** Whether a login belongs to another consultant. */
  belongsToAnother(loginId: string): Promise<boolean>;
}

type Consultant = NonNullable<LoginTask['consultant']>;

/**
 * The unique username of a consultant's login. Nobody signs in with it, but it finds a login whose creation got no answer; unlike codes and
 * emails it never changes.
 */
const usernameOf = ({ consultantId }: LoginTask) => `consultor-${consultantId}`;

const invitation: RequiredAction[] = ['UPDATE_PASSWORD', 'VERIFY_EMAIL'];

/**
 * Makes the login at the provider match the consultant. Idempotent, and may be interrupted anywhere: it compares what it finds and does
 * what is missing. After an interruption an email may be sent twice.
 */
export async function syncLogin(keycloak: Keycloak, task: LoginTask, records: LoginRecords): Promise<SyncResult> {
  const { consultant } = task;
  const found = (await findOwn()) ?? (consultant && (await findByEmail(consultant)));
  if (consultant?.status !== 'ACTIVE') {
    if (found) await disable(found);
    return { loginId: found?.id ?? null };
  }
  if (!found && !task.wanted) return { loginId: null };
  const login = found
    ? await change(found, { ...withProfile(found, consultant), enabled: true })
    : await make(consultant);
  await keycloak.joinConsultants(login.id);
  const actions = actionsToSend(login, task, consultant);
  if (actions.length === 0) return { loginId: login.id };
  await keycloak.sendActions(login.id, actions);
  return { loginId: login.id, mailedTo: consultant.email };

  /** The login that is bound to the consultant, or was created for it. */
  async function findOwn(): Promise<KeycloakUser | undefined> {
    const known = [consultant?.subject, task.loginId].filter((id) => typeof id === 'string');
    for (const id of new Set(known)) {
      const login = await keycloak.findUser({ id });
      if (login) return login;
    }
    return keycloak.findUser({ username: usernameOf(task) });
  }

  /** A login that existed before. Somebody who created it with an unverified email knows its password, so the email must set a new one. */
  async function findByEmail({ email }: Consultant): Promise<KeycloakUser | undefined> {
    const login = await keycloak.findUser({ email });
    if (!login) return undefined;
    if (await records.belongsToAnother(login.id))
      throw new KeycloakConflict('O login com este email é de outro consultor');
    return login.emailVerified ? login : change(login, withActions(login, invitation));
  }

  async function make({ name, email }: Consultant): Promise<KeycloakUser> {
    const login = {
      username: usernameOf(task),
      email,
      ...namesIn(name),
      enabled: true,
      emailVerified: false,
      requiredActions: [...invitation],
    };
    const id = await keycloak.createUser(login);
    await records.recordCreated(id);
    return { id, ...login };
  }

  /** Disables the login and ends its sessions. */
  async function disable(login: KeycloakUser): Promise<void> {
    await change(login, { ...(consultant ? withProfile(login, consultant) : login), enabled: false });
    await keycloak.endSessions(login.id);
  }

  async function change(before: KeycloakUser, after: KeycloakUser): Promise<KeycloakUser> {
    if (isDeepStrictEqual(before, after)) return after;
    try {
      await keycloak.updateUser(after);
      return after;
    } catch (error) {
      if (error instanceof KeycloakConflict) await releaseEmail(before, after.email);
      throw error;
    }
  }

  /**
   * Gives up the login's current email when its new one still belongs to another consultant's login. Otherwise two consultants who swap
   * their emails would wait for each other forever.
   */
  async function releaseEmail(login: KeycloakUser, email: string): Promise<void> {
    const holder = await keycloak.findUser({ email });
    if (!holder || !(await records.belongsToAnother(holder.id))) return;
    await keycloak.updateUser({ ...login, email: `${usernameOf(task)}@rede.invalid`, emailVerified: false });
  }
}

/** The login with the consultant's names and email. A changed email is no longer verified. */
function withProfile(login: KeycloakUser, { name, email }: Consultant): KeycloakUser {
  const named = { ...login, ...namesIn(name) };
  const isSameEmail = login.email.toLowerCase() === email.toLowerCase();
  if (isSameEmail && login.emailVerified) return named;
  return withActions({ ...named, email, emailVerified: false }, ['VERIFY_EMAIL']);
}

const withActions = (login: KeycloakUser, actions: RequiredAction[]): KeycloakUser => ({
  ...login,
  requiredActions: [...new Set([...login.requiredActions, ...actions])],
});

/** An invitation if one was asked for; otherwise, once for each unverified email, the actions that are still pending. */
function actionsToSend(login: KeycloakUser, task: LoginTask, { email }: Consultant): RequiredAction[] {
  if (task.invitationAsked) return login.emailVerified ? ['UPDATE_PASSWORD'] : invitation;
  if (login.emailVerified || task.mailedTo === email) return [];
  return invitation.filter((action) => login.requiredActions.includes(action));
}

/** Keycloak refuses users with these characters in their names. */
const invalidNameCharacters = /[<>&"$%!#?§;*~/\\|^=[\]{}()\p{Cc}]+/gu;

function namesIn(name: string) {
  const [firstName = '', ...rest] = name.replace(invalidNameCharacters, ' ').trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
