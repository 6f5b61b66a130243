import type { KeycloakConfig, KeycloakInitOptions } from 'keycloak-js';

/** In the place of keycloak-js, which talks to a provider in frames and by leaving the page. */
export default class FakeKeycloak {
  token: string | undefined;
  idToken: string | undefined;
  onAuthSuccess?: () => void;
  onAuthRefreshSuccess?: () => void;
  onAuthError?: () => void;
  onAuthLogout?: () => void;
  onTokenExpired?: () => void;
  readonly config: KeycloakConfig;

  get subject(): string {
    return provider.subject;
  }

  constructor(config: KeycloakConfig) {
    this.config = config;
    provider.client = this;
    clients.add(this);
  }

  async init(options: KeycloakInitOptions): Promise<boolean> {
    provider.initOptions = options;
    await provider.signIn;
    this.accept('first-token');
    this.onAuthSuccess?.();
    return true;
  }

  async updateToken(minValidity: number): Promise<boolean> {
    const isForced = minValidity === -1;
    if (provider.refusal === undefined && !provider.renewing && !isForced) return false;
    provider.renewing = false;
    if (provider.refusal !== undefined) {
      if (provider.refusal === 400) this.clearToken();
      throw Object.assign(new Error('refused'), { response: { status: provider.refusal } });
    }
    this.accept('second-token');
    this.onAuthRefreshSuccess?.();
    return true;
  }

  async logout(options: { redirectUri: string }): Promise<void> {
    provider.signedOutTo = options.redirectUri;
  }

  hasRealmRole(): boolean {
    return provider.isAdmin;
  }

  /** What keycloak-js does when the provider has ended the session. */
  clearToken(): void {
    this.token = undefined;
    this.idToken = undefined;
    this.onAuthLogout?.();
  }

  private accept(token: string): void {
    this.token = token;
    this.idToken = `id-of-${token}`;
  }
}

interface Provider {
  /** The client that was made last. */
  client: FakeKeycloak | undefined;
  initOptions: KeycloakInitOptions | undefined;
  subject: string;
  isAdmin: boolean;
  /** What signing in waits for, or fails with. */
  signIn: Promise<unknown>;
  /** The access token is about to end: the next call renews it. */
  renewing: boolean;
  /** The status that renewing is answered with where it fails. */
  refusal: number | undefined;
  signedOutTo: string | undefined;
}

const fresh = (): Provider => ({
  client: undefined,
  initOptions: undefined,
  subject: 'maria',
  isAdmin: false,
  signIn: Promise.resolve(),
  renewing: false,
  refusal: undefined,
  signedOutTo: undefined,
});

export const provider: Provider = fresh();

/** All that were made since the last reset. */
const clients = new Set<FakeKeycloak>();

/** Ends every session, for nothing is to ask after it once the test is over. */
export function resetProvider(): void {
  for (const client of clients) client.token = undefined;
  clients.clear();
  Object.assign(provider, fresh());
}
