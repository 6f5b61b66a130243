import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, vi } from 'vitest';
import { dismissEndedWorks } from '../src/lib/work.ts';
import { resetProvider } from './fake-keycloak.ts';
import { endUploads } from './fake-request.ts';

// A machine that is busy with the other tests is slow and not wrong.
configure({ asyncUtilTimeout: 30_000 });

// The tabs of one test are none of the next one's.
const channels = new Set<BroadcastChannel>();

beforeEach(() => {
  // What jsdom lacks and the component library asks for.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // Nothing comes into sight by itself: a test that scrolls there says so.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.add(this);
      }
    },
  );
});
// Who asks for less motion sees a dialog whole as soon as it is there.
window.matchMedia = (media) => ({
  media,
  matches: media === '(prefers-reduced-motion: reduce)',
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});
window.scrollTo = () => {};

// jsdom has the dialog element, and not how it opens and closes.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  setTimeout(() => this.dispatchEvent(new Event('close')));
};

Element.prototype.scrollIntoView = () => {};

// Files share a window and the modules in it: what a test changed there goes with it.
afterEach(async () => {
  cleanup();
  await endUploads();
  dismissEndedWorks();
  for (const channel of channels) channel.close();
  channels.clear();
  resetProvider();
  notifications.clean();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
