import type { Settings } from '@rede/contract/identity';
import Keycloak, { type KeycloakLoginOptions } from 'keycloak-js';
import { checkProvider, watchLogin } from './login-frame.ts';
import { joinOtherTabs } from './other-tabs.ts';
import { isOffline } from './settings.ts';

type Login = Settings['login'];

const storageKey = 'access_token';
const returnUrlKey = 'asked_for';

/** An access token is renewed when it expires within this many seconds, unless the call needs more. */
const minValidity = 5;

/** Makes keycloak-js renew the token whatever its expiry. */
const forceRenewal = -1;

/** keycloak-js no longer provides this message itself. */
const refreshFailed =
  'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.';

/** The access token could not be renewed; the next call tries again. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError';

  constructor(cause: unknown) {
    super(refreshFailed, { cause });
  }
}

/**
 * `expired`: the token ran out and is being renewed, or will be with the next call; the page stays as it is. `signed-out`: the browser is
 * about to show the login page. `failed`, and `offline` where no server is reached: final, because keycloak-js starts only once.
 */
export type Phase = 'starting' | 'signed-in' | 'expired' | 'signed-out' | 'failed' | 'offline';

interface SessionEvents {
  /** After signing in and after each renewal. `isAdmin` is for guessing what will be shown; the server decides what is. */
  onSession: (subject: string, isAdmin: boolean) => void;
  /** The session ended while somebody was working; the login page comes next. */
  onLeaveAtWork: () => void;
  onRefreshFailed: (message: string) => void;
}

export interface Session {
  /** Signs in, through the login page if necessary. Later calls change nothing. */
  start: () => Promise<void>;
  /** Whether this page came back from the login, so that the session begins here. */
  isReturn: () => boolean;
  /** Takes the one who hears of the session, which may have begun already. */
  listen: (events: SessionEvents) => void;
  /**
   * An access token for the next call, valid for at least `validity` seconds. Renews it when that is too long or when the server has
   * `refused` it. Throws a `RefreshError`.
   */
  token: (refused?: string, validity?: number) => Promise<string | undefined>;
  signOut: () => Promise<void>;
  phase: () => Phase;
  subscribe: (listener: () => void) => () => void;
}

export function createSession(loadLogin: () => Promise<Login>): Session {
  const listeners = new Set<() => void>();
  const isReturn = new URLSearchParams(location.hash.slice(1)).has('state');
  let events: SessionEvents | undefined;
  let phase: Phase = 'starting';
  let started: Promise<void> | undefined;
  let keycloak: Keycloak | undefined;
  let isRenewing = false;

  const otherTabs = joinOtherTabs({
    onBegin() {
      if (keycloak?.token === undefined) return;
      sessionStorage.clear();
      enter('signed-out');
    },
    // Without a token keycloak-js redirects to the login page.
    onEnd: () => keycloak?.clearToken(),
  });

  function enter(next: Phase): void {
    if (next !== 'signed-in') sessionStorage.removeItem(storageKey);
    phase = next;
    for (const listener of listeners) listener();
  }

  function storeToken(): void {
    if (keycloak?.token === undefined || keycloak.idToken === undefined) return;
    sessionStorage.setItem(storageKey, keycloak.token);
    enter('signed-in');
    tellSession();
  }

  function tellSession(): void {
    if (keycloak?.token !== undefined) events?.onSession(keycloak.subject ?? '', keycloak.hasRealmRole('admin'));
  }

  /** keycloak-js has dropped the tokens and redirects to the login page next. */
  function leaveForLogin(): void {
    // On a start this means a wrong nonce. Another login could fail the same way, in an endless loop.
    if (phase === 'starting' && keycloak !== undefined) keycloak.loginRequired = false;
    saveUrl();
    // The session expired while somebody was working; otherwise it was ended on purpose.
    if (isRenewing) events?.onLeaveAtWork();
    enter('signed-out');
  }

  async function signIn(): Promise<void> {
    try {
      if (isReturn) restoreUrl();
      else saveUrl();
      const login = await loadLogin();
      if (!login.url || !login.realm || !login.clientId) throw new Error('The login lacks url, realm or clientId');
      keycloak = new Keycloak({ url: login.url, realm: login.realm, clientId: login.clientId });
      keycloak.login = replaceByLogin;
      keycloak.onAuthSuccess = storeToken;
      keycloak.onAuthRefreshSuccess = storeToken;
      keycloak.onAuthError = () => enter('failed');
      keycloak.onAuthLogout = leaveForLogin;
      keycloak.onTokenExpired = () => {
        enter('expired');
        token().catch(() => undefined);
      };
      if (!isReturn) await checkProvider(login.url, login.realm);
      await keycloak.init({
        onLoad: 'login-required',
        flow: 'standard',
        responseMode: 'fragment',
        pkceMethod: 'S256',
        redirectUri: homeUrl(),
        checkLoginIframe: false,
      });
      void watchLogin(keycloak);
    } catch {
      enter((await isOffline()) ? 'offline' : 'failed');
    }
  }

  /** In the place of this page: keycloak-js adds the login to the browser's history, and Back from what comes after it leads there again. */
  async function replaceByLogin(options?: KeycloakLoginOptions): Promise<never> {
    location.replace((await keycloak?.createLoginUrl(options)) ?? '/');
    return new Promise(() => undefined);
  }

  /** The browser shows this page again as it was left, maybe long ago. */
  function onRestored({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    if (phase === 'starting' || phase === 'signed-out') location.reload();
    // The session may have ended meanwhile: the provider says so by refusing another token.
    else keycloak?.updateToken(forceRenewal).catch(() => undefined);
  }

  window.addEventListener('pageshow', onRestored);

  async function token(refused?: string, validity = minValidity): Promise<string | undefined> {
    if (keycloak === undefined || phase === 'signed-out') return undefined;
    isRenewing = true;
    try {
      const isRefused = refused !== undefined && refused === keycloak.token;
      await keycloak.updateToken(isRefused ? forceRenewal : validity);
    } catch (cause) {
      // On a refusal (400) keycloak-js has already dropped the tokens and redirects to the login page.
      if (keycloak.token !== undefined) events?.onRefreshFailed(refreshFailed);
      throw new RefreshError(cause);
    } finally {
      isRenewing = false;
    }
    return keycloak.token;
  }

  return {
    start: () => (started ??= signIn()),
    isReturn: () => isReturn,
    listen(next) {
      events = next;
      if (phase === 'signed-in') tellSession();
    },
    token,
    async signOut() {
      if (keycloak === undefined || phase === 'signed-out') return;
      // The next person in this tab must not see the filters and searches of this one.
      sessionStorage.clear();
      enter('signed-out');
      otherTabs.announceSignOut();
      await keycloak.logout({ redirectUri: homeUrl() });
    },
    phase: () => phase,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The only redirect URL that the provider allows. */
function homeUrl(): string {
  return `${location.origin}/`;
}

function saveUrl(): void {
  // A place on the page, and nothing that could be taken for a part of the login's answer.
  const place = /^#[\w-]+$/.test(location.hash) ? location.hash : '';
  sessionStorage.setItem(returnUrlKey, location.pathname + location.search + place);
}

/** After a login, which always returns to the home page, the address that the person asked for. */
function restoreUrl(): void {
  const returnUrl = sessionStorage.getItem(returnUrlKey) ?? '/';
  sessionStorage.removeItem(returnUrlKey);
  // The answer of the login goes behind a place on the page: keycloak-js takes out what is its own.
  const answer = returnUrl.includes('#') ? location.hash.replace('#', '&') : location.hash;
  history.replaceState(history.state, '', location.origin + returnUrl + answer);
}
