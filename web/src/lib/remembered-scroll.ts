import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Where somebody was in a list. */
interface Place {
  /** How far it was scrolled, in pixels. */
  top: number;
  /** The row that had the focus (`data-row`), and which of its links and buttons. */
  row?: string;
  control?: number;
}

const controls = 'a, button, input';

/**
 * Remembers a list's scroll position and the row that had the focus for the session. Restores both when the list opens with the same
 * `filter`, once its rows are there (`ready`).
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
    // By then the next page has taken the focus.
    let focused = {};
    const note = ({ target }: FocusEvent) => {
      focused = placeOf(target);
    };
    const leave = () => remember(page, latest.current, { top: window.scrollY, ...focused });
    // A page opens at its top first, even when its rows are cached.
    const frame = requestAnimationFrame(() => restore(left));
    document.addEventListener('focusin', note);
    window.addEventListener('pagehide', leave);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', note);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [ready, page, left]);
}

function placeOf(target: EventTarget | null): Omit<Place, 'top'> {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null;
  if (row?.dataset.row === undefined) return {};
  return { row: row.dataset.row, control: [...row.querySelectorAll(controls)].indexOf(target as Element) };
}

function restore({ top, row, control = 0 }: Place): void {
  if (top > 0 && window.scrollY === 0) window.scrollTo(0, top);
  const taken = document.activeElement !== document.body && document.activeElement?.tagName !== 'MAIN';
  if (row === undefined || taken) return;
  const found = document.querySelector(`[data-row="${CSS.escape(row)}"]`)?.querySelectorAll<HTMLElement>(controls);
  found?.[control]?.focus({ preventScroll: true });
}

/** At the top when nothing is stored for this filter. */
function recall(page: string, key: string): Place {
  const [filter, left] = JSON.parse(sessionStorage.getItem(`scroll:${page}`) ?? '[]') as [string?, Place?];
  return filter === key && left !== undefined ? left : { top: 0 };
}

function remember(page: string, key: string, place: Place): void {
  sessionStorage.setItem(`scroll:${page}`, JSON.stringify([key, place]));
}
