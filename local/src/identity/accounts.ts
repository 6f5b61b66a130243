import { isPassword } from './passwords.ts';
import { prepareIdentitySchema, type Database } from './storage.ts';

export interface Account {
  sub: string;
  username: string;
  name: string;
  /** Null for who is no consultant. */
  email: string | null;
  roles: string[];
}

// A UUID in shape that carries the consultant's id, so a corrected code or email keeps its login.
const consultantSubPrefix = '72656465-0000-4000-8000-';

/** The `sub` of every token of that consultant. */
export function subOfConsultant(id: number | string): string {
  return consultantSubPrefix + BigInt(id).toString(16).padStart(12, '0');
}

function consultantOfSub(sub: string): string | undefined {
  return sub.startsWith(consultantSubPrefix)
    ? BigInt(`0x${sub.slice(consultantSubPrefix.length)}`).toString()
    : undefined;
}

interface AccountRow {
  consultantId: string | null;
  sub: string | null;
  /** The name of its own that the login has, if any. */
  accountName: string | null;
  /** The Código IK of the consultant behind it, if any. */
  code: string | null;
  name: string | null;
  email: string | null;
  roles: string[];
  /** False where the administration has disabled it. */
  enabled: boolean;
  /** Of the password that the account's own person has set, if they have. */
  passwordHash: string | null;
}

const selectAccount = `
  SELECT c.id::text AS "consultantId", a.sub, a.username AS "accountName", c.internal_id AS code,
         coalesce(c.name, a.name) AS name, c.email, coalesce(a.roles, '{consultant}') AS roles,
         coalesce(u.enabled, true) AS enabled, u.password_hash AS "passwordHash"
  FROM public.consultants c
  FULL JOIN local_identity.accounts a ON a.consultant_id = c.id
  LEFT JOIN local_identity.users u ON u.id = ('${consultantSubPrefix}' || lpad(to_hex(c.id), 12, '0'))::uuid`;

function accountOf({ consultantId, sub, accountName, code, name, email, roles }: AccountRow): Account {
  const subject = consultantId === null ? sub : subOfConsultant(consultantId);
  const username = accountName ?? code;
  if (subject === null || username === null) throw new Error('An account that is nobody.');
  return { sub: subject, username, name: name ?? username, email, roles };
}

/** Undefined too where the account may not be used. */
export async function findAccount(db: Database, sub: string): Promise<Account | undefined> {
  const consultantId = consultantOfSub(sub);
  const { rows } =
    consultantId === undefined
      ? await db.query<AccountRow>(`${selectAccount} WHERE a.sub::text = $1`, [sub])
      : await db.query<AccountRow>(`${selectAccount} WHERE c.id = $1`, [consultantId]);
  return rows[0]?.enabled ? accountOf(rows[0]) : undefined;
}

/** As it is compared: people type it with spaces and in any case, and PostgreSQL has no text with U+0000 in it. */
export const normalize = (typed: string) => typed.replaceAll('\0', '').trim().toLowerCase();

/**
 * Who signs in with this: an account with its own name as the password, or a consultant known by Código IK or email,
 * whose password is the Código IK; once its person has set a password, that one alone. The others are no secret, so they need
 * neither hashing nor constant time.
 */
export async function checkLogin(db: Database, username: string, password: string): Promise<Account | undefined> {
  const name = normalize(username);
  const secret = normalize(password);
  const named = await db.query<AccountRow>(`${selectAccount} WHERE a.username = $1`, [name]);
  const consultants = await db.query<AccountRow>(
    `${selectAccount}
     WHERE lower(c.internal_id) = $1 OR lower(c.email) = $1
     ORDER BY lower(c.internal_id) = $1 DESC`,
    [name],
  );
  for (const account of [...named.rows, ...consultants.rows]) {
    const { enabled, passwordHash, accountName, code } = account;
    const isTheirs =
      passwordHash === null
        ? (accountName === name && secret === name) || (code !== null && secret === normalize(code))
        : await isPassword(password, passwordHash);
    if (enabled && isTheirs) return accountOf(account);
  }
  return undefined;
}

/** The accounts that the login page offers. */
export async function findNamedAccounts(db: Database): Promise<Account[]> {
  const { rows } = await db.query<AccountRow>(
    `${selectAccount} WHERE a.username IS NOT NULL ORDER BY c.id IS NOT NULL, a.username`,
  );
  return rows.map(accountOf);
}

/**
 * Gives consultants a login name beside their Código IK. Works on its own or inside the transaction that inserts the
 * consultants, before the provider was ever started too.
 */
export async function putDemoAccounts(
  client: Database,
  accounts: readonly { username: string; consultantId: number | string }[],
): Promise<void> {
  await prepareIdentitySchema(client);
  await client.query(
    `INSERT INTO local_identity.accounts (username, consultant_id, roles)
     SELECT lower(btrim(username)), consultant_id, '{consultant}'
     FROM unnest($1::text[], $2::bigint[]) AS given (username, consultant_id)
     ON CONFLICT (username) DO UPDATE SET consultant_id = excluded.consultant_id, sub = NULL, roles = excluded.roles`,
    [accounts.map(({ username }) => username), accounts.map(({ consultantId }) => consultantId)],
  );
}
