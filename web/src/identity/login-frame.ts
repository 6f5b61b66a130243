import type Keycloak from 'keycloak-js';

/** The polling interval of the provider's frame, in milliseconds. */
const interval = 5000;

/** How long to wait for the provider's answer, in milliseconds. */
const messageTimeout = 10_000;

/**
 * Asks the provider's login status frame every five seconds whether our session still exists, and drops the tokens when it does not.
 * keycloak-js can do this itself, but then every start waits for two frames first.
 */
export async function watchLogin(keycloak: Keycloak): Promise<void> {
  const { authServerUrl: server = '', realm = '', clientId = '' } = keycloak;
  const pages = `${server}/realms/${encodeURIComponent(realm)}/protocol/openid-connect`;
  await waitInterval();
  if (keycloak.token === undefined) return;
  if (!(await allowsThirdPartyCookies(`${pages}/3p-cookies/step1.html`))) return;

  const frame = openFrame(`${pages}/login-status-iframe.html`, 'keycloak-session-iframe');
  for (;;) {
    await waitInterval();
    if (keycloak.token === undefined) break;
    const answer = nextMessage(frame);
    frame.contentWindow?.postMessage(`${clientId} ${keycloak.sessionId}`, new URL(frame.src).origin);
    if ((await answer) === 'changed') keycloak.clearToken();
  }
  frame.remove();
}

/** In a browser that blocks third-party cookies the frame would always report a changed session. */
async function allowsThirdPartyCookies(address: string): Promise<boolean> {
  const frame = openFrame(address, 'keycloak-3p-check-iframe');
  const answer = await nextMessage(frame);
  frame.remove();
  return answer === 'supported';
}

/**
 * keycloak-js redirects to the login page without checking that the provider answers, and the person would get the browser's own error
 * page. Throws when the provider does not answer for this realm.
 */
export async function checkProvider(server: string, realm: string): Promise<void> {
  const address = `${server}/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(messageTimeout) });
  if (!answer.ok) throw new Error(`The login provider answered ${answer.status}`);
}

function openFrame(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-storage-access-by-user-activation allow-scripts allow-same-origin');
  frame.style.display = 'none';
  document.body.append(frame);
  return frame;
}

/** The frame's next message; undefined when none arrives in time, for example because the provider is down. */
function nextMessage(frame: HTMLIFrameElement): Promise<unknown> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = (answer?: unknown) => {
      clearTimeout(timer);
      listening.abort();
      resolve(answer);
    };
    const timer = setTimeout(end, messageTimeout);
    window.addEventListener(
      'message',
      ({ source, data }) => {
        if (source === frame.contentWindow) end(data);
      },
      { signal: listening.signal },
    );
  });
}

function waitInterval(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, interval));
}
