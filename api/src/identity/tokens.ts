import { setTimeout as delay } from 'node:timers/promises';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';

/** What an access token says of its bearer. */
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
  /** Keycloak marks access tokens so; an id token says `ID`, and is no key to anything. */
  typ: z.literal('Bearer'),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  azp: z.string().optional(),
  realm_access: z.object({ roles: z.array(z.string()) }).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/** How long keys just fetched are not fetched again, in milliseconds: tokens that name no key there is cost the provider no more. */
const cooldown = 1000;

/**
 * Verifies access tokens of the configured realm: RS256 by the provider's published keys, issuer, audience or authorised party, expiry
 * with five seconds' tolerance. A token that fails is a Problem 401.
 *
 * The keys are kept for as long as the process lives and fetched again when a token names one that is not among them: a
 * provider that is away stops nobody who has a token, and its new keys are known at once. When they have never been fetched
 * and cannot be, that is a Problem 503: the token may well be good.
 */
export function tokenVerifier({ url, realm, clientId }: Config['keycloak']): VerifyToken {
  const issuer = `${url}/realms/${realm}`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: cooldown,
    timeoutDuration: 3000,
  });
  /** The key a token names. One that came up since ours were fetched, a moment ago, is waited for: its token is not a bad one. */
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

/** Everything that jose complains of is the token's fault, but for keys that could not be had; fetch failures are TypeErrors. */
function isAboutTheToken(error: unknown): boolean {
  const isAboutKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return error instanceof errors.JOSEError && !isAboutKeys && error.code !== 'ERR_JOSE_GENERIC';
}
