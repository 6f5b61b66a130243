import type { Endpoint } from '@rede/contract/endpoint';
import { everyEndpoint } from '../../contract/test/every-endpoint.ts';

const calls = (await everyEndpoint()).map((endpoint) => ({ endpoint, address: addressOf(endpoint) }));

/**
 * Holds what a call answered to what the contract declares, of every answer in every test: rows of the database are typed by what a query says of
 * them, and this is where a column that drifted from it shows. Throws an error that names the field.
 */
export function expectAsDeclared(method: string, path: string, status: number, body: unknown): void {
  if (status >= 300) return;
  const [address = ''] = path.split('?');
  // Of `/history/preview` and `/history/:historyId` both may match: the one with fewer parameters is meant.
  const [call] = calls
    .filter(({ endpoint, address: pattern }) => endpoint.method === method && pattern.test(address))
    .toSorted((one, other) => parameters(one.endpoint) - parameters(other.endpoint));
  const checked = call?.endpoint.response?.safeParse(body);
  if (checked?.success !== false) return;
  const wrong = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`${method} ${address} answered what the contract does not declare: ${wrong.slice(0, 5).join('; ')}`);
}

function addressOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
}

function parameters({ path }: Endpoint): number {
  return path.split(':').length;
}
