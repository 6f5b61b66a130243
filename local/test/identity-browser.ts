import { createHash } from 'node:crypto';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

/** What a browser and keycloak-js in it do, over plain HTTP: keeps cookies by path, follows nothing by itself. */
export class IdentityBrowser {
  readonly origin: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(origin: string) {
    this.origin = origin;
  }

  readonly endpoint = (name: string) => `${this.origin}/realms/rede/protocol/openid-connect/${name}`;

  cookie(name: string): string | undefined {
    const found = [...this.#cookies].find(([key]) => key.startsWith(name) && !key.includes('.sig'));
    return found?.[1].value;
  }

  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin);
    const cookies = [...this.#cookies].filter(([, { path }]) => url.pathname.startsWith(path));
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie: cookies.map(([name, { value }]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const [, path = '/'] = /path=([^;]*)/i.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
    return answer;
  }

  /** Follows redirects within the provider; ends at a page, or at the redirect that leaves it. */
  async follow(answer: Response): Promise<Response> {
    const location = answer.headers.get('location');
    if (location === null || !new URL(location, this.origin).pathname.startsWith('/realms/')) return answer;
    return this.follow(await this.request(location));
  }

  /** An authorization request such as keycloak-js makes, with parameters added, replaced or left out (null). */
  async authorize(parameters: Record<string, string | null> = {}): Promise<Response> {
    const query = Object.entries({
      client_id: 'rede-web',
      redirect_uri: `${this.origin}/`,
      response_type: 'code',
      scope: 'openid',
      state: 'the-state',
      ...challengeOf('the-verifier-that-is-long-enough-to-be-taken'),
      ...parameters,
    }).filter((entry): entry is [string, string] => entry[1] !== null);
    return this.follow(await this.request(`${this.endpoint('auth')}?${new URLSearchParams(query)}`));
  }

  /** Posts the login page's form; the answer is the page again, or the redirect to the application. */
  async submitLogin(page: Response, username: string, password: string): Promise<Response> {
    const [, action = ''] = /action="([^"]+)"/.exec(await page.text()) ?? [];
    const body = new URLSearchParams({ username, password });
    return this.follow(await this.request(action, { method: 'POST', body }));
  }

  async token(form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: 'rede-web', ...form });
    return this.request(this.endpoint('token'), { method: 'POST', body });
  }

  async redeem(returned: Response): Promise<Tokens> {
    const location = new URL(returned.headers.get('location') ?? '', this.origin);
    const answer = await this.token({
      grant_type: 'authorization_code',
      code: location.searchParams.get('code') ?? '',
      redirect_uri: `${this.origin}/`,
      code_verifier: 'the-verifier-that-is-long-enough-to-be-taken',
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Tokens;
  }

  async signIn(username: string, password = username): Promise<Tokens> {
    return this.redeem(await this.submitLogin(await this.authorize(), username, password));
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** The page asks, or its script presses the button at once; then the provider's form is sent. */
  async logout(parameters: Record<string, string>): Promise<{ isAsked: boolean; returned: Response }> {
    const page = await (await this.request(`${this.endpoint('logout')}?${new URLSearchParams(parameters)}`)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const returned = await this.request(this.endpoint('logout/confirm'), { method: 'POST', body });
    return { isAsked: !page.includes('<script'), returned };
  }
}

function challengeOf(verifier: string) {
  return {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
}
