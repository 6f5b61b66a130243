import type Keycloak from 'keycloak-js';

/** How often the provider's frame is asked, in milliseconds. */
const interval = 5000;

/** How long the provider may take to answer, in milliseconds. */
const messageTimeout = 10_000;

/**
 * Asks the provider's login frame every five seconds whether the session there is still the one our tokens are of, and drops them when it is
 * not. keycloak-js would do so itself, and have every start wait for two frames first: here they come after what the person waits for.
 */
export async function watchLogin(keycloak: Keycloak): Promise<void> {
  const { authServerUrl: server = '', realm = '', clientId = '' } = keycloak;
  const pages = `${server}/realms/${encodeURIComponent(realm)}/protocol/openid-connect`;
  await untilNextTime();
  if (keycloak.token === undefined) return;
  if (!(await areCookiesKept(`${pages}/3p-cookies/step1.html`))) return;

  const frame = openFrame(`${pages}/login-status-iframe.html`, 'keycloak-session-iframe');
  for (;;) {
    await untilNextTime();
    if (keycloak.token === undefined) break;
    const answer = answerOf(frame);
    frame.contentWindow?.postMessage(`${clientId} ${keycloak.sessionId}`, new URL(frame.src).origin);
    if ((await answer) === 'changed') keycloak.clearToken();
  }
  frame.remove();
}

/** Where the browser keeps cookies from a frame of another site, it would always look as if the session had ended. */
async function areCookiesKept(address: string): Promise<boolean> {
  const frame = openFrame(address, 'keycloak-3p-check-iframe');
  const answer = await answerOf(frame);
  frame.remove();
  return answer === 'supported';
}

/**
 * keycloak-js leaves for the login page without looking whether anybody is there, and a browser's own words for that are no screen of ours.
 * Throws where the provider does not answer for this realm.
 */
export async function expectProvider(server: string, realm: string): Promise<void> {
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

/** What the frame says next; undefined where it says nothing in time, as one does whose provider is away. */
function answerOf(frame: HTMLIFrameElement): Promise<unknown> {
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

function untilNextTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, interval));
}
