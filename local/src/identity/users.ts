import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sqlState } from '@rede/api/db/client';
import { subOfConsultant } from './accounts.ts';
import { hashPassword } from './passwords.ts';
import type { Database } from './storage.ts';

/** A user as the administration has it, in Keycloak's words. */
export interface User {
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  enabled: boolean;
  emailVerified: boolean;
  requiredActions: string[];
}

/** All that emails ask for. */
export const actions = ['UPDATE_PASSWORD', 'VERIFY_EMAIL'] as const;

export type Action = (typeof actions)[number];

/** The groups that a user can be in. */
export const groups = [{ id: '72656465-0000-4000-8002-000000000001', name: 'consultores', path: '/consultores' }];

const select = `
  SELECT id, username, email, first_name AS "firstName", last_name AS "lastName", enabled,
         email_verified AS "emailVerified", required_actions AS "requiredActions"
  FROM local_identity.users`;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export async function findUser(db: Database, id: string): Promise<User | undefined> {
  if (!uuid.test(id)) return undefined;
  return (await db.query<User>(`${select} WHERE id = $1`, [id])).rows[0];
}

export async function findUsersBy(db: Database, by: { username: string } | { email: string }): Promise<User[]> {
  const { rows } =
    'email' in by
      ? await db.query<User>(`${select} WHERE lower(email) = lower($1)`, [by.email])
      : await db.query<User>(`${select} WHERE lower(username) = lower($1)`, [by.username]);
  return rows;
}

/** The id of a new user, who is the consultant with that email if there is one; undefined where its name or email is taken. */
export async function insertUser(db: Database, user: Omit<User, 'id'>): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM public.consultants WHERE lower(email) = lower($1)', [
    user.email,
  ]);
  const id = rows[0] ? subOfConsultant(rows[0].id) : randomUUID();
  const isDone = await unlessTaken(() =>
    db.query(
      `INSERT INTO local_identity.users
         (id, username, email, first_name, last_name, enabled, email_verified, required_actions)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      valuesOf({ id, ...user }),
    ),
  );
  return isDone ? id : undefined;
}

/** Answers false where its name or email is taken. */
export function updateUser(db: Database, user: User): Promise<boolean> {
  return unlessTaken(() =>
    db.query(
      `UPDATE local_identity.users
       SET username = $2, email = $3, first_name = $4, last_name = $5, enabled = $6, email_verified = $7, required_actions = $8
       WHERE id = $1`,
      valuesOf(user),
    ),
  );
}

const valuesOf = (user: User) => [
  user.id,
  user.username,
  user.email,
  user.firstName,
  user.lastName,
  user.enabled,
  user.emailVerified,
  user.requiredActions,
];

async function unlessTaken(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (sqlState(error) === '23505') return false;
    throw error;
  }
}

export async function joinGroup(db: Database, id: string, group: string): Promise<void> {
  await db.query(
    'UPDATE local_identity.users SET groups = groups || $2::text WHERE id = $1 AND NOT groups @> ARRAY[$2::text]',
    [id, group],
  );
}

/** Sessions, and all that was handed out in them. */
export async function endSessions(db: Database, id: string): Promise<void> {
  await db.query("DELETE FROM local_identity.artifacts WHERE payload->>'accountId' = $1", [id]);
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** What the link in an email is to carry, so that whoever has the email may do these; those of earlier emails are void. */
export async function makeActionToken(db: Database, { id, email }: User, actions: Action[]): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query('DELETE FROM local_identity.action_tokens WHERE user_id = $1', [id]);
  await db.query(
    `INSERT INTO local_identity.action_tokens (token_hash, user_id, email, actions, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '7 days')`,
    [hash(token), id, email, actions],
  );
  return token;
}

/** What a token is good for, if it is still good. */
export async function findActions(
  db: Database,
  token: string,
): Promise<{ userId: string; email: string; actions: Action[] } | undefined> {
  const { rows } = await db.query<{ userId: string; email: string; actions: Action[] }>(
    `SELECT u.id AS "userId", u.email, t.actions
     FROM local_identity.action_tokens t
     JOIN local_identity.users u ON u.id = t.user_id AND u.email = t.email AND u.enabled
     WHERE t.token_hash = $1 AND t.expires_at > now()`,
    [hash(token)],
  );
  return rows[0];
}

/** Does what a token is good for, once: the email it came by is verified by that, and the password set, if one is given. */
export async function perform(db: Database, token: string, password: string | undefined): Promise<boolean> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const { rows } = await db.query(
    `WITH used AS (DELETE FROM local_identity.action_tokens WHERE token_hash = $1 AND expires_at > now() RETURNING *)
     UPDATE local_identity.users u
     SET email_verified = true,
         password_hash = coalesce($2, u.password_hash),
         required_actions = ARRAY(SELECT unnest(u.required_actions) EXCEPT SELECT unnest(used.actions))
     FROM used
     WHERE u.id = used.user_id AND u.email = used.email AND u.enabled
     RETURNING u.id`,
    [hash(token), passwordHash],
  );
  return rows.length > 0;
}
