import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Keeps for the session how far a list was scrolled, and scrolls there again when it is opened as it was left, with the same
 * `filter`, once its rows are there (`ready`).
 */
export function useRememberedScroll(page: string, filter: unknown, ready: boolean): void {
  const key = JSON.stringify(filter);
  const latest = useRef(key);
  const [left] = useState(() => recall(page, key));

  useEffect(() => {
    latest.current = key;
  }, [key]);

  // Over before another page takes the place of this one, whose top is none of this list's.
  useLayoutEffect(() => {
    if (!ready) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    // A new page scrolls to its top when it is shown, which is just now where the rows were there already.
    const frame = requestAnimationFrame(() => {
      if (left > 0 && window.scrollY === 0) window.scrollTo(0, left);
      window.addEventListener('scroll', () => remember(page, latest.current), { passive: true, signal });
    });
    return () => {
      cancelAnimationFrame(frame);
      listening.abort();
    };
  }, [ready, page, left]);
}

/** How far down, in pixels; 0 where nothing is known of the list with that filter. */
function recall(page: string, key: string): number {
  const [filter, left] = JSON.parse(sessionStorage.getItem(`scroll:${page}`) ?? '[]') as [string?, number?];
  return filter === key && left !== undefined ? left : 0;
}

function remember(page: string, key: string): void {
  sessionStorage.setItem(`scroll:${page}`, JSON.stringify([key, window.scrollY]));
}
