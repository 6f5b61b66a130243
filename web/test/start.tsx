import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { startApp } from '../src/app/app.tsx';

/** Opens the app at an address, as a browser would. */
export function open(address: string): UserEvent {
  history.replaceState(null, '', address);
  render(startApp());
  // Whether anything lies over what is clicked only a real browser knows; to look for it here takes a fifth of the time.
  return userEvent.setup({ pointerEventsCheck: 0 });
}
