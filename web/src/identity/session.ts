import type { Settings } from '@rede/contract/identity';
import Keycloak from 'keycloak-js';
import { dropDraftsOfOthers, keepDrafts } from '../ui/drafts.ts';
import { expectProvider, watchLogin } from './login-frame.ts';
import { joinOtherTabs } from './other-tabs.ts';

type Login = Settings['login'];

const storageKey = 'access_token';
const askedForKey = 'asked_for';

/** How many seconds an access token must still be valid to be sent, unless more is asked for. */
const minValidity = 5;

/** In the place of those seconds: it is renewed however long it is valid. */
const regardless = -1;

/** keycloak-js no longer says these words itself. */
const refreshFailed =
  'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.';

/** No new access token could be had for now; the next call tries again. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError';

  constructor(cause: unknown) {
    super(refreshFailed, { cause });
  }
}

/**
 * `expired` is between two tokens: whoever works goes on, for a new one is on its way or comes with the next call.
 * `signed-out`: the browser is leaving for the login page. `failed` is final, for keycloak-js starts only once.
 */
export type Phase = 'starting' | 'signed-in' | 'expired' | 'signed-out' | 'failed';

interface SessionEvents {
  /** Signed in, or the token was renewed; the server decides what an administrator may do. */
  onSession: (isAdmin: boolean) => void;
  onRefreshFailed: (message: string) => void;
}

export interface Session {
  /** Signs in, by way of the login page if need be. Once; later calls change nothing. */
  start: () => Promise<void>;
  /**
   * An access token for the next call, renewed where it was refused or ends within as many seconds as it must be valid; fails with
   * `RefreshError`.
   */
  token: (refused?: string, validity?: number) => Promise<string | undefined>;
  signOut: () => Promise<void>;
  phase: () => Phase;
  subscribe: (listener: () => void) => () => void;
}

export function createSession(loadLogin: () => Promise<Login>, events: SessionEvents): Session {
  const listeners = new Set<() => void>();
  let phase: Phase = 'starting';
  let started: Promise<void> | undefined;
  let keycloak: Keycloak | undefined;
  let subject = '';
  let isRenewing = false;

  const otherTabs = joinOtherTabs({
    onBegin() {
      if (keycloak?.token === undefined) return;
      sessionStorage.clear();
      enter('signed-out');
    },
    // With its token gone keycloak-js leads to the login page.
    onEnd: () => keycloak?.clearToken(),
  });

  function enter(next: Phase): void {
    if (next !== 'signed-in') sessionStorage.removeItem(storageKey);
    phase = next;
    for (const listener of listeners) listener();
  }

  function keepToken(): void {
    if (keycloak?.token === undefined || keycloak.idToken === undefined) return;
    sessionStorage.setItem(storageKey, keycloak.token);
    subject = keycloak.subject ?? '';
    dropDraftsOfOthers(subject);
    enter('signed-in');
    events.onSession(keycloak.hasRealmRole('admin'));
  }

  /** keycloak-js has dropped the tokens, and leaves for the login page next. */
  function leaveForLogin(): void {
    // Tokens that were never taken, for their nonce is not ours: another login might bring the like, without end.
    if (phase === 'starting' && keycloak !== undefined) keycloak.loginRequired = false;
    keepAddress();
    // The session has run out under somebody's hands; otherwise it was ended on purpose.
    if (isRenewing) keepDrafts(subject);
    enter('signed-out');
  }

  async function signIn(): Promise<void> {
    try {
      const isBack = returnToAddress();
      const login = await loadLogin();
      if (!login.url || !login.realm || !login.clientId) throw new Error('The login lacks url, realm or clientId');
      keycloak = new Keycloak({ url: login.url, realm: login.realm, clientId: login.clientId });
      keycloak.onAuthSuccess = keepToken;
      keycloak.onAuthRefreshSuccess = keepToken;
      keycloak.onAuthError = () => enter('failed');
      keycloak.onAuthLogout = leaveForLogin;
      keycloak.onTokenExpired = () => {
        enter('expired');
        token().catch(() => undefined);
      };
      if (!isBack) await expectProvider(login.url, login.realm);
      await keycloak.init({
        onLoad: 'login-required',
        flow: 'standard',
        responseMode: 'fragment',
        pkceMethod: 'S256',
        redirectUri: home(),
        checkLoginIframe: false,
      });
      void watchLogin(keycloak);
    } catch {
      enter('failed');
    }
  }

  async function token(refused?: string, validity = minValidity): Promise<string | undefined> {
    if (keycloak === undefined || phase === 'signed-out') return undefined;
    isRenewing = true;
    try {
      const isRefused = refused !== undefined && refused === keycloak.token;
      await keycloak.updateToken(isRefused ? regardless : validity);
    } catch (cause) {
      // Where the provider refused (400) keycloak-js has dropped the tokens and is on its way to the login page.
      if (keycloak.token !== undefined) events.onRefreshFailed(refreshFailed);
      throw new RefreshError(cause);
    } finally {
      isRenewing = false;
    }
    return keycloak.token;
  }

  return {
    start: () => (started ??= signIn()),
    token,
    async signOut() {
      if (keycloak === undefined || phase === 'signed-out') return;
      // Whoever comes next in this tab is not to find what this person looked for.
      sessionStorage.clear();
      enter('signed-out');
      otherTabs.announceSignOut();
      await keycloak.logout({ redirectUri: home() });
    },
    phase: () => phase,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one address that the provider leads back to; it knows no other. */
function home(): string {
  return `${location.origin}/`;
}

function keepAddress(): void {
  sessionStorage.setItem(askedForKey, location.pathname + location.search);
}

/**
 * Back from the login page, the address that led there stands in the place of the one that all logins come back to. Answers whether this is
 * such a return.
 */
function returnToAddress(): boolean {
  const isBack = new URLSearchParams(location.hash.slice(1)).has('state');
  if (isBack) {
    const askedFor = sessionStorage.getItem(askedForKey) ?? '/';
    sessionStorage.removeItem(askedForKey);
    history.replaceState(history.state, '', location.origin + askedFor + location.hash);
  } else {
    keepAddress();
  }
  return isBack;
}
