import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { App } from '../src/app/app.tsx';
import { startData } from '../src/app/data.ts';
import { createSession } from '../src/identity/session.ts';
import { loadSettings } from '../src/identity/settings.ts';

/**
 * Somebody at the keyboard and the mouse, as fast as the browser takes it: a double click, or a word typed, is one task.
 * Whether anything lies over what is clicked only a real browser knows; to look for it here takes a fifth of the time.
 */
export function setupUser(): UserEvent {
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}

/** Opens the app at an address, as a browser would. */
export function open(address: string): UserEvent {
  history.replaceState(null, '', address);
  const session = createSession(async () => (await loadSettings()).login);
  const queryClient = startData(session);
  void session.start();
  render(<App session={session} queryClient={queryClient} />);
  return setupUser();
}
