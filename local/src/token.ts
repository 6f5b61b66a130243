import { createHash, randomBytes } from 'node:crypto';
import { identity } from '@rede/contract/identity';
import { ExplainedError } from './explained-error.ts';

/** Keeps an answer's cookies for the next request. Their paths do not matter: the names differ. */
class Cookies {
  readonly #values = new Map<string, string>();

  take(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name === undefined) continue;
      if (value) this.#values.set(name, value);
      else this.#values.delete(name);
    }
  }

  get header(): string {
    return Array.from(this.#values, ([name, value]) => `${name}=${value}`).join('; ');
  }
}

interface Login {
  url: string;
  realm: string;
  clientId: string;
}

async function readLogin(origin: string): Promise<Login> {
  const answer = await fetch(origin + identity.settings.path).catch(() => undefined);
  if (!answer?.ok) throw new ExplainedError(`Não há nenhuma Rede a responder em ${origin}. Arranque-a com npm start.`);
  return identity.settings.response.parse(await answer.json()).login;
}

/** Follows redirects, as a browser would, until one leads back to the application or a page is shown. */
async function follow(cookies: Cookies, address: URL, back: string, body?: URLSearchParams): Promise<URL | Response> {
  const answer = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: cookies.header },
    ...(body && { method: 'POST', body }),
  });
  cookies.take(answer);
  const location = answer.headers.get('location');
  if (location === null) return answer;
  const next = new URL(location, address);
  return next.href.startsWith(`${back}?`) ? next : follow(cookies, next, back);
}

/**
 * An access token for that user of the Rede that answers on `origin`. The embedded login takes the user as the password too; any
 * other has to be given. Goes the whole way a browser goes: authorization code with PKCE.
 */
export async function requestToken(origin: string, user: string, password?: string): Promise<string> {
  const { url, realm, clientId } = await readLogin(origin);
  if (password === undefined && new URL(url).origin !== origin) {
    throw new ExplainedError(`Esta Rede usa o login de ${url}: é lá que se obtém o token.`);
  }
  const endpoints = `${url}/realms/${realm}/protocol/openid-connect`;
  const back = `${origin}/`;
  const verifier = randomBytes(32).toString('base64url');
  const cookies = new Cookies();

  const authorization = new URL(`${endpoints}/auth`);
  authorization.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const loginPage = await follow(cookies, authorization, back);
  const [, action] = (loginPage instanceof Response && /action="([^"]+)"/.exec(await loginPage.text())) || [];
  if (action === undefined)
    throw new ExplainedError(`A Rede em ${origin} não mostrou a página de login que se esperava.`);

  const credentials = new URLSearchParams({ username: user, password: password ?? user });
  const returned = await follow(cookies, new URL(action.replaceAll('&amp;', '&'), origin), back, credentials);
  const code = returned instanceof URL ? returned.searchParams.get('code') : null;
  if (code === null) throw new ExplainedError(`O login recusou o utilizador '${user}'.`);

  const answer = await fetch(`${endpoints}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: back,
      code,
      code_verifier: verifier,
    }),
  });
  if (!answer.ok) throw new ExplainedError(`O login não entregou o token (${answer.status}).`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

if (import.meta.main) {
  const [user, ...rest] = process.argv.slice(2);
  try {
    if (user === undefined || rest.length > 0)
      throw new ExplainedError('Uso: npm run token -- <utilizador ou Código IK>');
    process.stdout.write(`${await requestToken(`http://localhost:${process.env.PORT ?? 3000}`, user)}\n`);
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
