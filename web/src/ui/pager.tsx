import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import styles from './pager.module.css';

interface PagerProps {
  /** Counted from 0 as on the wire; shown counted from 1. */
  pageNumber: number;
  totalPages: number;
  onPage: (pageNumber: number) => void;
  /** The accessible name, where a page has several pagers. */
  label?: string;
}

export function Pager({ pageNumber, totalPages, onPage, label = 'Paginação' }: PagerProps) {
  const narrow = useMediaQuery('(max-width: 36em)', false);
  const pages = shownPages(pageNumber + 1, totalPages, narrow ? 0 : 1);
  const lastPage = totalPages - 1;
  const pastTheEnd = totalPages > 0 && pageNumber > lastPage;

  // The last row of the last page was deleted, or the URL is old.
  useEffect(() => {
    if (pastTheEnd) onPage(lastPage);
  }, [pastTheEnd, lastPage, onPage]);

  if (totalPages <= 1) return null;

  return (
    <nav className={styles.root} aria-label={label}>
      <Step label="Primeira página" off={pageNumber <= 0} onClick={() => onPage(0)}>
        <IconChevronsLeft size={16} aria-hidden />
      </Step>
      <Step label="Página anterior" off={pageNumber <= 0} onClick={() => onPage(pageNumber - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      {pages.map((page, index) =>
        page !== undefined ? (
          <button
            key={page}
            type="button"
            className={styles.control}
            aria-label={`Página ${page}`}
            aria-current={page === pageNumber + 1 ? 'page' : undefined}
            onClick={() => page !== pageNumber + 1 && onPage(page - 1)}
          >
            {page}
          </button>
        ) : (
          <span key={`after-${pages[index - 1]}`} className={styles.gap} aria-hidden>
            …
          </span>
        ),
      )}
      <Step label="Página seguinte" off={pageNumber >= lastPage} onClick={() => onPage(pageNumber + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </Step>
      <Step label="Última página" off={pageNumber >= lastPage} onClick={() => onPage(lastPage)}>
        <IconChevronsRight size={16} aria-hidden />
      </Step>
    </nav>
  );
}

/** The first page, the last one, and some on each side of the current; undefined where there are others between. Always as many. */
function shownPages(current: number, last: number, siblings: number): (number | undefined)[] {
  const most = siblings * 2 + 5;
  if (last <= most) return Array.from({ length: last }, (_, place) => place + 1);
  const first = Math.max(3, Math.min(current - siblings, last - most + 3));
  const between = Array.from({ length: most - 4 }, (_, place) => first + place);
  return [1, first === 3 ? 2 : undefined, ...between, first + most - 5 === last - 2 ? last - 1 : undefined, last];
}

/** Uses aria-disabled: a button that becomes `disabled` loses the focus. */
function Step(props: { label: string; off: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={props.label}
      aria-disabled={props.off}
      onClick={() => !props.off && props.onClick()}
    >
      {props.children}
    </button>
  );
}
