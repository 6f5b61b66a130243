import { readFile } from 'node:fs/promises';

const file = new URL('../../../deploy/keycloak/rede-realm.json', import.meta.url);

/** The realm as it is shipped, placeholders and all. */
export function readRealm(): Promise<string> {
  return readFile(file, 'utf8');
}
