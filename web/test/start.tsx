import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { startApp } from '../src/app/app.tsx';

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
  render(startApp());
  return setupUser();
}
