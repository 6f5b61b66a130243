import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useFollow } from '../ui/follow.ts';

/** How long the second key of two may take, in milliseconds. */
const patience = 1500;

const storageKey = 'shortcuts';

/** Where `g` and a second key lead. */
const places: Readonly<Record<string, string>> = { c: '/backoffice/users', e: '/backoffice/orders' };

/** What `n` begins, by the list it is pressed on. */
const beginnings: readonly (readonly [list: RegExp, to: string])[] = [
  [/^\/backoffice\/users/, '/backoffice/users/create'],
  [/^\/backoffice\/(orders|add-orders|edit-orders|upload-csv)/, '/backoffice/add-orders'],
];

/** Whether single keys do something. Who dictates, or presses keys unawares, turns them off; that is kept in this browser. */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function turnSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}

/** Listens to the keys of the back office; `open` opens what lies over the page. */
export function useShortcuts(open: (part: 'search' | 'shortcuts') => void): void {
  const follow = useFollow();
  const { pathname } = useLocation();
  const goingSince = useRef(Number.NEGATIVE_INFINITY);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isUnderDialog()) return;
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const does = (act: () => void) => {
      event.preventDefault();
      act();
    };
    if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') return does(() => open('search'));
    if (ctrlKey || metaKey || altKey || event.repeat || takesKeys(event.target) || !singleKeysAreOn()) return;

    const place = event.timeStamp - goingSince.current < patience ? places[key] : undefined;
    goingSince.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const beginning = beginnings.find(([list]) => list.test(pathname))?.[1];
    if (place !== undefined) does(() => follow(place));
    else if (key === '/') does(() => open('search'));
    else if (key === '?') does(() => open('shortcuts'));
    else if (key === 'n' && beginning !== undefined) does(() => follow(beginning));
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** The page lies under a dialog, which has the keys. */
function isUnderDialog(): boolean {
  return document.querySelector('dialog[open], [aria-modal="true"]') !== null;
}

/** Letters are typed there, or look for a choice. */
function takesKeys(target: EventTarget | null): boolean {
  const takers = 'input, textarea, select, [contenteditable], [role=listbox], [role=combobox], [role=menu]';
  return target instanceof Element && target.closest(takers) !== null;
}
