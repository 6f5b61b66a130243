import { createHash, randomBytes } from 'node:crypto';
import type { Provider, RefreshToken } from 'oidc-provider';

interface Manners {
  statusCookie: string;
  /** The path that the session's cookies are for. */
  cookiePath: string;
}

/** What oidc-provider does otherwise and has no setting for. */
export function behaveLikeKeycloak(provider: Provider, { statusCookie, cookiePath }: Manners): void {
  shapeRefreshTokensAsJwt(provider);
  keepStatusCookie(provider, statusCookie, cookiePath);
}

const encodeJson = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * keycloak-js decodes refresh tokens and stops at one that is no JWT. Ours stays a random handle, which stands where a
 * JWT has its signature.
 */
function shapeRefreshTokensAsJwt(provider: Provider): void {
  Object.defineProperty(provider.RefreshToken.prototype, 'generateTokenId', {
    value(this: RefreshToken) {
      const iat = Math.floor(Date.now() / 1000);
      const payload = {
        typ: 'Refresh',
        iss: provider.issuer,
        aud: provider.issuer,
        azp: this.clientId,
        sub: this.accountId,
        sid: this.sessionUid,
        iat,
        exp: iat + this.expiration,
      };
      return `${encodeJson({ alg: 'none', typ: 'JWT' })}.${encodeJson(payload)}.${randomBytes(32).toString('base64url')}`;
    },
  });
}

/** The script-readable cookie by which the login-status frame sees that the session ended or became another's. */
function keepStatusCookie(provider: Provider, name: string, path: string): void {
  const options = { path, sameSite: 'lax', httpOnly: false, signed: false, overwrite: true } as const;

  provider.on('authorization.success', (ctx) => {
    const sid = ctx.oidc.session?.uid;
    if (sid !== undefined) ctx.cookies.set(name, createHash('sha256').update(sid).digest('base64url'), options);
  });
  provider.on('end_session.success', (ctx) => {
    ctx.cookies.set(name, null, options);
  });
}
