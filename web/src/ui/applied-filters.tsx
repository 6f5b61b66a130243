import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import styles from './applied-filters.module.css';

/** A filter that is set, as `Nome: ana`. */
export interface AppliedFilter {
  text: string;
  onRemove: () => void;
}

/** The filters that are set, each of which can be taken away by itself. */
export function AppliedFilters({ filters }: { filters: readonly AppliedFilter[] }) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<{ place: number; around: HTMLElement | null }>(undefined);
  const left = filters.length;

  // The removed chip had the focus: the next one takes it, else the part of the page around them.
  useEffect(() => {
    if (removed.current === undefined) return;
    const { place, around } = removed.current;
    const chips = list.current?.querySelectorAll<HTMLElement>('li > button') ?? [];
    (chips[Math.min(place, left - 1)] ?? around)?.focus({ preventScroll: true });
    removed.current = undefined;
  }, [left]);

  if (left === 0) return null;
  return (
    <ul ref={list} className={styles.applied} aria-label="Filtros aplicados">
      {filters.map(({ text, onRemove }, place) => (
        <li key={text}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Retirar ${text}`}
            onClick={({ currentTarget }) => {
              removed.current = { place, around: currentTarget.closest<HTMLElement>('[tabindex="-1"]') };
              onRemove();
            }}
          >
            {text}
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
