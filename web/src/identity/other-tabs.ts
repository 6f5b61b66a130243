/** Left in the tab that signs out, until the provider has sent it back. */
const marker = 'signing_out';

interface SignOutElsewhere {
  /** Another tab is on its way to the provider to sign out: nothing of the session may show here any more. */
  onBegin: () => void;
  /** It is signed out there, or somebody wants to go on in this tab: time to ask the provider. */
  onEnd: () => void;
}

/**
 * One sign-out for all tabs of a browser. They tell each other: the provider's own means are a frame that watches its cookies, which browsers keep
 * from a frame of another site, and which would delay every start.
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
    /** Says that this tab leaves to sign out; the next page it loads here says that it has. */
    announceSignOut(): void {
      sessionStorage.setItem(marker, '');
      channel.postMessage('begin');
    },
  };
}
