import { readFile } from 'node:fs/promises';
import { todayInLisbon } from '@rede/contract/days';
import { makeDemoNetwork } from '@rede/demo/network';

const file = new URL('../../../deploy/keycloak/rede-realm.json', import.meta.url);

/** Of a demo account in a real Keycloak, whose rules for passwords hold for it too. */
export const passwordOf = (username: string) => `a palavra-passe de ${username}`;

/** The realm as it is shipped, its placeholders included, and in it the accounts of the demo network. */
export async function demoRealm(): Promise<string> {
  const realm = JSON.parse(await readFile(file, 'utf8')) as { users: object[] };
  const { accounts } = makeDemoNetwork({ today: todayInLisbon() });
  const consultants = Object.entries(accounts).map(([username, { name, email }]) =>
    user(username, name, email, 'consultores'),
  );
  const administrator = user('admin', 'Administração', 'admin@rede.example', 'administradores');
  return JSON.stringify({ ...realm, users: [...realm.users, administrator, ...consultants] });
}

function user(username: string, name: string, email: string, group: string) {
  const [firstName, ...lastNames] = name.split(' ');
  return {
    username,
    email,
    emailVerified: true,
    firstName,
    lastName: lastNames.join(' '),
    enabled: true,
    groups: [group],
    credentials: [{ type: 'password', value: passwordOf(username) }],
  };
}
