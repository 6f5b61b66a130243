import type { Settings } from '@rede/contract/identity';

/** The settings, from the page that the server sent them in; the development server's pages come without. */
export async function loadSettings(): Promise<Settings> {
  const sent = document.getElementById('settings')?.textContent.trim();
  if (sent) return JSON.parse(sent) as Settings;
  const answer = await fetch('/api/settings');
  if (!answer.ok) throw new Error(`The settings were answered ${answer.status}`);
  return (await answer.json()) as Settings;
}

/** Whether not even our own server is reached. A provider that is down is no reason to speak of the connection. */
export async function isOffline(): Promise<boolean> {
  if (!navigator.onLine) return true;
  return fetch('/api/settings', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    () => false,
    () => true,
  );
}
