import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Remembers a list's scroll position for the session. Restores it when the list opens with the same `filter`, once its rows are there
 * (`ready`).
 */
export function useRememberedScroll(page: string, filter: unknown, ready: boolean): void {
  const key = JSON.stringify(filter);
  const latest = useRef(key);
  const [left] = useState(() => recall(page, key));

  useEffect(() => {
    latest.current = key;
  }, [key]);

  // The cleanup of a layout effect runs before the next page replaces this one and its scroll position.
  useLayoutEffect(() => {
    if (!ready) return undefined;
    const leave = () => remember(page, latest.current);
    // A page opens at its top first, even when its rows are cached.
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

/** The position in pixels; 0 when nothing is stored for this filter. */
function recall(page: string, key: string): number {
  const [filter, left] = JSON.parse(sessionStorage.getItem(`scroll:${page}`) ?? '[]') as [string?, number?];
  return filter === key && left !== undefined ? left : 0;
}

function remember(page: string, key: string): void {
  sessionStorage.setItem(`scroll:${page}`, JSON.stringify([key, window.scrollY]));
}
