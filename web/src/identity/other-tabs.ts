/** Set by the tab that signs out, until the provider redirects back to it. */
const marker = 'signing_out';

interface SignOutElsewhere {
  /** Another tab has started to sign out: hide everything of the session. */
  onBegin: () => void;
  /** That tab has signed out, or somebody returns to this one: ask the provider. */
  onEnd: () => void;
}

/**
 * Signs out all tabs of a browser together, by messages between them. The provider's own way is a frame that watches its cookies, but
 * browsers block these in a frame of another site, and waiting for it would delay every start.
 */
export function joinOtherTabs({ onBegin, onEnd }: SignOutElsewhere) {
  const channel = new BroadcastChannel('session');
  let isEnding = false;

  function end(): void {
    if (!isEnding || document.visibilityState === 'hidden') return;
    isEnding = false;
    onEnd();
  }

  channel.addEventListener('message', ({ data }: MessageEvent<'begin' | 'end'>) => {
    if (data === 'begin') {
      isEnding = true;
      onBegin();
    } else if (isEnding) {
      isEnding = false;
      onEnd();
    }
  });
  // The other tab may never come back from the provider.
  window.addEventListener('focus', end);
  document.addEventListener('visibilitychange', end);

  if (sessionStorage.getItem(marker) !== null) {
    sessionStorage.removeItem(marker);
    channel.postMessage('end');
  }

  return {
    /** Announces that this tab leaves to sign out. The next page it loads announces the end. */
    announceSignOut(): void {
      sessionStorage.setItem(marker, '');
      channel.postMessage('begin');
    },
  };
}
