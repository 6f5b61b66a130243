import type { Window } from '@rede/contract/dashboard';
import { IconPrinter } from '@tabler/icons-react';
import { Suspense, lazy, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Loader } from '../ui/loader.tsx';
import styles from './period-bar.module.css';
import { type Period, searchWith } from './period.ts';
import { anchors } from './sections.ts';

// Loaded lazily: few people type days.
const PeriodDates = lazy(() => import('./period-dates.tsx'));

const choices = [
  ['este-mes', 'Este mês'],
  ['mes-passado', 'Mês passado'],
  [undefined, 'Últimos 3 meses'],
  ['este-ano', 'Este ano'],
] as const;

interface PeriodBarProps {
  period: Period;
  window: Window;
  /** The anchor that is in sight, and the way to the others. Absent where there is only one section. */
  sections?: { current: string; onGo: (section: string) => void };
  /** It is being fetched what will be printed. */
  printing?: boolean;
  onPrint?: () => void;
}

/** The row that stays in sight: the period of the page, and the way to its sections. */
export function PeriodBar({ period, window, sections, printing = false, onPrint }: PeriodBarProps) {
  const { search } = useLocation();
  const dates = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  const hasDates = period.periodo === undefined && (period.startDate !== undefined || period.endDate !== undefined);

  return (
    <div className={styles.root}>
      <div className={styles.row}>
        <nav className={styles.periods} aria-label="Período">
          {choices.map(([name, title]) => (
            <Link
              key={title}
              to={{ search: searchWith(search, { periodo: name }) }}
              aria-current={period.periodo === name && !hasDates ? 'true' : undefined}
              onClick={() => setChoosing(false)}
            >
              {title}
            </Link>
          ))}
          <button
            ref={dates}
            type="button"
            aria-expanded={choosing}
            aria-current={hasDates ? 'true' : undefined}
            onClick={() => setChoosing(!choosing)}
          >
            {hasDates ? `${window.startDate} a ${window.endDate}` : 'Datas…'}
          </button>
        </nav>
        {onPrint && (
          <button
            type="button"
            className={styles.print}
            aria-label="Imprimir"
            title="Imprimir"
            aria-disabled={printing || undefined}
            onClick={() => !printing && onPrint()}
          >
            {printing ? <Loader size={16} /> : <IconPrinter size={18} stroke={1.75} aria-hidden />}
          </button>
        )}
        {sections && (
          <nav className={styles.anchors} aria-label="Secções">
            {anchors.map(([id, title]) => (
              <Link
                key={id}
                to={{ search, hash: id }}
                replace
                ref={sections.current === id ? (id === 'resumo' ? showPeriod : showInRow) : undefined}
                aria-current={sections.current === id ? 'location' : undefined}
                onClick={() => sections.onGo(id)}
              >
                {title}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {choosing && (
        <Suspense fallback={null}>
          <PeriodDates
            window={window}
            onClose={() => {
              setChoosing(false);
              dates.current?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** On a phone the row is wider than the screen: it shows where one is, at the top of the page the period. */
function showInRow(link: HTMLElement | null): void {
  const row = link?.closest<HTMLElement>(`.${styles.row}`);
  if (!link || !row) return;
  row.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - row.clientWidth / 2;
}

function showPeriod(link: HTMLElement | null): void {
  showInRow(link?.closest(`.${styles.row}`)?.querySelector<HTMLElement>(`.${styles.periods} [aria-current]`) ?? null);
}
