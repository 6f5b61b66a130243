import { useIdentity } from '../identity/identity.tsx';
import type { Choice } from './choices.ts';

/** How many are kept. */
const most = 5;

/** What was chosen last, the latest first; kept for the session, by who is signed in. */
export function useRecent(): { recent: readonly Choice[]; remember: (choice: Choice) => void } {
  const { user } = useIdentity();
  const key = `recent-searches:${user.email}`;
  const recent = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Choice[];

  function remember(choice: Choice) {
    if (choice.to === undefined || choice.kind === 'more') return;
    const others = recent.filter((other) => other.key !== choice.key);
    sessionStorage.setItem(key, JSON.stringify([choice, ...others].slice(0, most)));
  }

  return { recent, remember };
}
