import { useCallback, useEffect, useState } from 'react';

/** The parts of the page that its row of anchors leads to, from top to bottom. */
export const anchors = [
  ['resumo', 'Resumo'],
  ['rede-directa', 'Rede directa'],
  ['rede-total', 'Rede total'],
  ['meses', 'Mês a mês'],
  ['quem-deve', 'Quem deve'],
  ['arvore', 'Árvore'],
] as const;

/** How far down the screen a section counts as the current one, in parts of its height. */
const line = 0.3;

/** Where the person is on the page, and the way to its sections. Those below the tables load late: one goes there once they have arrived. */
export function useSections() {
  const [arrived, setArrived] = useState(false);
  // A link from elsewhere may name a section.
  const [goal, setGoal] = useState<string | undefined>(() => location.hash.slice(1) || undefined);
  const [current, setCurrent] = useState('resumo');

  useEffect(() => {
    const section = goal === undefined ? null : document.getElementById(goal);
    if (!section) return;
    setGoal(undefined);
    arriveAt(section);
    setCurrent(currentAnchor());
  }, [goal, arrived]);

  useEffect(() => {
    const observer = new IntersectionObserver(() => setCurrent(currentAnchor()), {
      rootMargin: `-${line * 100}% 0px -${(1 - line) * 100}% 0px`,
    });
    for (const [id] of anchors) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [arrived]);

  return {
    current,
    goTo: setGoal,
    /** Whether the person wants to go to a section that is not there yet. */
    awaited: goal !== undefined,
    onArrival: useCallback(() => setArrived(true), []),
  };
}

function currentAnchor(): string {
  const { scrollHeight } = document.documentElement;
  const atTheEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  const reached = anchors.filter(([id]) => {
    const section = document.getElementById(id);
    return section && (atTheEnd || section.getBoundingClientRect().top <= window.innerHeight * line);
  });
  return reached.at(-1)?.[0] ?? 'resumo';
}

/** How long what loads above a section may still push it away, in milliseconds. */
const settling = 4000;

/** Brings a section to the top, with the focus in it, and keeps it there while what is above it loads, until the person does something. */
function arriveAt(section: HTMLElement): void {
  if (!section.hasAttribute('tabindex')) section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView();

  const observer = new ResizeObserver(() => section.scrollIntoView());
  const end = new AbortController();
  const stop = () => {
    observer.disconnect();
    end.abort();
  };
  observer.observe(document.body);
  for (const act of ['wheel', 'pointerdown', 'keydown'] as const) {
    window.addEventListener(act, stop, { signal: end.signal, passive: true });
  }
  setTimeout(stop, settling);
}
