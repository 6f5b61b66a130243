import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export interface Issuer {
  /** What stands where a Keycloak's address would. */
  url: string;
  realm: string;
  clientId: string;
  /** An access token as Keycloak makes them, with what `claims` says otherwise. */
  token(claims?: JWTPayload): Promise<string>;
  /** The public half of the key it signs with. */
  publicKey(): JWK;
  /** New keys, as when the provider rotates them; the old ones are no longer published. */
  rotateKeys(): Promise<void>;
  /** Away, its connections are cut; answering nonsense, it is up and has no keys; until it is well again. */
  become(state: 'well' | 'away' | 'answering nonsense'): void;
  stop(): Promise<void>;
}

/** A token issuer that publishes its keys where a Keycloak realm does, for tests and benchmarks of the API. */
export async function startIssuer(): Promise<Issuer> {
  let signer = await newSigner();
  let state: Parameters<Issuer['become']>[0] = 'well';
  const server = createServer((request, response) => {
    if (state === 'away') {
      request.socket.destroy();
      return;
    }
    if (state === 'answering nonsense') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"maintenance"}');
      return;
    }
    const found = request.url === '/realms/test/protocol/openid-connect/certs';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { keys: [signer.jwk] } : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    realm: 'test',
    clientId: 'rede-web',
    token: (claims = {}) =>
      new SignJWT({
        iss: `${url}/realms/test`,
        aud: 'account',
        azp: 'rede-web',
        typ: 'Bearer',
        sub: randomUUID(),
        realm_access: { roles: ['consultant'] },
        iat: seconds(0),
        exp: seconds(300),
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signer.kid })
        .sign(signer.privateKey),
    publicKey: () => signer.jwk,
    become: (next) => {
      state = next;
    },
    rotateKeys: async () => {
      signer = await newSigner();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Seconds since 1970, `fromNow` seconds from now. */
export function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow;
}

async function newSigner() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}
