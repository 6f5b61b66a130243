import { useCallback, useEffect, useRef, useState } from 'react';

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
  const [current, setCurrent] = useState('resumo');
  // A link from elsewhere may name a section.
  const [awaited, setAwaited] = useState(() => location.hash.slice(1));
  const observer = useRef<IntersectionObserver>(undefined);

  useEffect(() => {
    const watching = new IntersectionObserver(() => setCurrent(currentAnchor()), {
      rootMargin: `-${line * 100}% 0px -${(1 - line) * 100}% 0px`,
    });
    observer.current = watching;
    watch(watching);
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
    return () => watching.disconnect();
  }, []);

  const onArrival = useCallback(() => {
    if (observer.current) watch(observer.current);
    const section = document.getElementById(awaited);
    if (section) arriveAt(section);
    setAwaited('');
  }, [awaited]);

  function goTo(id: string): void {
    const section = document.getElementById(id);
    if (section) arriveAt(section);
    else setAwaited(id);
  }

  return { current, goTo, awaited: late.test(awaited), onArrival };
}

/** The sections that load late. */
const late = /^(meses|quem-deve|novos|pararam|arvore)$/;

function watch(observer: IntersectionObserver): void {
  for (const [id] of anchors) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
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
