import { setTimeout as delay } from 'node:timers/promises';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';

/** The claims of an access token. */
export interface Claims {
  subject: string;
  roles: string[];
  name: string | null;
  email: string | null;
  emailVerified: boolean;
}

export type VerifyToken = (token: string) => Promise<Claims>;

const unauthenticated = () => new Problem('unauthenticated', 'Sessão inválida ou expirada. Inicie sessão novamente.');

const payload = z.object({
  sub: z.string().min(1),
  /** Keycloak's mark of an access token; an id token has `ID` and is refused. */
  typ: z.literal('Bearer'),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  azp: z.string().optional(),
  realm_access: z.object({ roles: z.array(z.string()) }).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/** The shortest time between two fetches of the keys, in milliseconds: tokens with unknown keys cannot flood the provider. */
const cooldown = 1000;

/**
 * Verifies access tokens of the configured realm: RS256 with the provider's published keys, issuer, audience or authorised party, expiry
 * with five seconds' tolerance. A token that fails is a Problem 401.
 *
 * Caches the keys for the life of the process and fetches them again for an unknown key id. So a provider that is down affects nobody who
 * has a token, and its new keys work at once. When the keys cannot be fetched at all, that is a Problem 503, because the token may be
 * valid.
 */
export function tokenVerifier({ url, realm, clientId }: Config['keycloak']): VerifyToken {
  const issuer = `${url}/realms/${realm}`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: cooldown,
    timeoutDuration: 3000,
  });
  /** The key of a token. A key created right after our last fetch is not known yet: waits and fetches again before refusing. */
  const keyOf: JWTVerifyGetKey = async (...named) => {
    const fetchedJustNow = keys.coolingDown;
    try {
      return await keys(...named);
    } catch (error) {
      if (!fetchedJustNow || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await delay(cooldown);
      return keys(...named);
    }
  };

  return async (token) => {
    const claims = payload.safeParse(await verified(token));
    if (!claims.success || !isMeantFor(clientId, claims.data)) throw unauthenticated();
    const { sub, realm_access, name, email, email_verified } = claims.data;
    return {
      subject: sub,
      roles: realm_access?.roles ?? [],
      name: name ?? null,
      email: email ?? null,
      emailVerified: email_verified === true,
    };
  };

  async function verified(token: string): Promise<unknown> {
    try {
      return (
        await jwtVerify(token, keyOf, { issuer, algorithms: ['RS256'], clockTolerance: 5, requiredClaims: ['exp'] })
      ).payload;
    } catch (error) {
      if (isAboutTheToken(error)) throw unauthenticated();
      const message = 'O serviço de login não responde. Tente novamente dentro de momentos.';
      throw new Problem('unavailable', message, undefined, { cause: error });
    }
  }
}

function isMeantFor(clientId: string, { aud, azp }: z.infer<typeof payload>): boolean {
  return azp === clientId || (Array.isArray(aud) ? aud.includes(clientId) : aud === clientId);
}

/** jose's errors are the token's fault, except those about fetching keys; network failures are TypeErrors. */
function isAboutTheToken(error: unknown): boolean {
  const isAboutKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return error instanceof errors.JOSEError && !isAboutKeys && error.code !== 'ERR_JOSE_GENERIC';
}
