import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Keeps for the session how far down a list was left, and scrolls there again when it is opened as it was left, with the
 * same `filter`, once its rows are there (`ready`).
 */
export function useRememberedScroll(page: string, filter: unknown, ready: boolean): void {
  const key = JSON.stringify(filter);
  const latest = useRef(key);
  const [left] = useState(() => recall(page, key));

  useEffect(() => {
    latest.current = key;
  }, [key]);

  // A layout effect is over while the page still stands as it was scrolled, before another takes its place.
  useLayoutEffect(() => {
    if (!ready) return undefined;
    const leave = () => remember(page, latest.current);
    // A page that is opened begins at its top, also where its rows are there at once: that comes first.
    const frame = requestAnimationFrame(() => {
      if (left > 0 && window.scrollY === 0) window.scrollTo(0, left);
    });
    window.addEventListener('pagehide', leave);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pagehide', leave);
      leave();
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
