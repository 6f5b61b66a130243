import type Keycloak from 'keycloak-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchLogin } from '../src/identity/login-frame.ts';

let opened: MutationObserver;

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  opened.disconnect();
  document.body.replaceChildren();
});

describe('the login frame', () => {
  test('is not opened before the page had its time, nor before it is known that cookies are kept', async () => {
    watch();

    await vi.advanceTimersByTimeAsync(4900);
    expect(frames()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);

    expect(frames()).toEqual(['https://login.example/realms/rede/protocol/openid-connect/3p-cookies/step1.html']);
  });

  test('is not opened where the session has ended before', async () => {
    const { signOut } = watch();

    signOut();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(frames()).toEqual([]);
  });

  test('is asked every five seconds, and says nothing while the session is the same', async () => {
    const { asked, clearToken } = watch({ sees: 'unchanged' });

    await vi.advanceTimersByTimeAsync(21_000);

    expect(asked).toEqual(['rede-web the-session', 'rede-web the-session', 'rede-web the-session']);
    expect(clearToken).not.toHaveBeenCalled();
  });

  test('drops the tokens when the session is another or none, and is gone then', async () => {
    const { clearToken } = watch({ sees: 'changed' });

    await vi.advanceTimersByTimeAsync(20_000);

    expect(clearToken).toHaveBeenCalledOnce();
    expect(frames()).toEqual([]);
  });

  test.each(['error', null])('signs nobody out where it does not know: %s', async (sees) => {
    const { clearToken } = watch({ sees });

    await vi.advanceTimersByTimeAsync(60_000);

    expect(clearToken).not.toHaveBeenCalled();
  });

  test.each(['unsupported', null])('is left out where a frame has no cookies: %s', async (cookies) => {
    const { asked } = watch({ cookies, sees: 'changed' });

    await vi.advanceTimersByTimeAsync(60_000);

    expect(asked).toEqual([]);
    expect(frames()).toEqual([]);
  });
});

interface Answers {
  cookies?: string | null;
  sees?: string | null;
}

/** Watches a session whose provider's frames answer so, or not at all where that is null. */
function watch({ cookies = 'supported', sees = 'unchanged' }: Answers = {}) {
  const asked: unknown[] = [];
  const clearToken = vi.fn<() => void>(() => {
    keycloak.token = undefined;
  });
  const keycloak: Pick<Keycloak, 'authServerUrl' | 'realm' | 'clientId' | 'sessionId' | 'token' | 'clearToken'> = {
    authServerUrl: 'https://login.example',
    realm: 'rede',
    clientId: 'rede-web',
    sessionId: 'the-session',
    token: 'a-token',
    clearToken,
  };
  function answerAs(frame: HTMLIFrameElement): void {
    const source = frame.contentWindow;
    const say = (data: string | null) => {
      if (data !== null) window.dispatchEvent(new MessageEvent('message', { source, data }));
    };
    if (frame.src.includes('3p-cookies')) setTimeout(() => say(cookies), 10);
    if (source === null) return;
    source.postMessage = (question: unknown) => {
      asked.push(question);
      setTimeout(() => say(sees), 10);
    };
  }

  opened = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) answerAs(node as HTMLIFrameElement);
  });
  opened.observe(document.body, { childList: true });
  void watchLogin(keycloak as Keycloak);
  return { asked, clearToken, signOut: clearToken };
}

function frames(): string[] {
  return [...document.querySelectorAll('iframe')].map(({ src }) => src);
}
