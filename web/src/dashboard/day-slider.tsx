import { type Day, addDays, daysBetween, monthsBefore } from '@rede/contract/days';
import type { Movements, Window } from '@rede/contract/dashboard';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import styles from './day-slider.module.css';
import { count, dayInWords } from './words.ts';

interface DaySliderProps {
  window: Window;
  /** Undefined until it is known who joined and left. */
  movements: Movements | undefined;
  day: Day;
  onDay: (day: Day) => void;
}

/** Up to how many days Page Up and Page Down go by weeks; by months beyond. */
const daysByWeek = 62;

/** A day of the window to choose, with how many were in the network on it and when somebody joined or left. */
export function DaySlider({ window: { startDate, endDate }, movements, day, onDay }: DaySliderProps) {
  const last = daysBetween(startDate, endDate);
  const { joined, left } = movementOn(movements, day);
  const previous = movements?.days.findLast((movement) => movement.day < day)?.day;
  const next = movements?.days.find((movement) => movement.day > day)?.day;

  function goTo(wanted: Day): void {
    onDay(wanted < startDate ? startDate : wanted > endDate ? endDate : wanted);
  }

  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <p className={styles.day}>{dayInWords(day)}</p>
        <p className={styles.members}>
          {movements && count(membersOn(movements, day), 'colaborador na rede', 'colaboradores na rede')}
          {joined > 0 && <span className={styles.joined}>{count(joined, 'entrou', 'entraram')}</span>}
          {left > 0 && <span className={styles.left}>{count(left, 'saiu', 'saíram')}</span>}
        </p>
        <div className={styles.steps}>
          <Step label="Entrada ou saída anterior" to={previous} onDay={onDay}>
            <IconChevronLeft size={18} aria-hidden />
          </Step>
          <Step label="Entrada ou saída seguinte" to={next} onDay={onDay}>
            <IconChevronRight size={18} aria-hidden />
          </Step>
        </div>
      </div>
      {last > 0 && (
        <div className={styles.track}>
          <input
            type="range"
            className={styles.slider}
            aria-label="Dia da árvore"
            aria-valuetext={dayInWords(day)}
            min={0}
            max={last}
            value={daysBetween(startDate, day)}
            onChange={(event) => onDay(addDays(startDate, Number(event.currentTarget.value)))}
            onKeyDown={(event) => {
              const sign = { PageUp: 1, PageDown: -1 }[event.key];
              if (sign === undefined) return;
              event.preventDefault();
              goTo(last <= daysByWeek ? addDays(day, sign * 7) : monthsBefore(day, -sign));
            }}
          />
          <Ticks movements={movements} startDate={startDate} last={last} />
          <div className={styles.ends} aria-hidden>
            <span>{startDate}</span>
            <span>{endDate}</span>
          </div>
        </div>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  to: Day | undefined;
  onDay: (day: Day) => void;
  children: ReactNode;
}

/** Uses aria-disabled: a button that becomes `disabled` loses the focus. */
function Step({ label, to, onDay, children }: StepProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onDay(to)}
    >
      {children}
    </button>
  );
}

/** How many ticks can be told apart on the widest screen. */
const mostTicks = 400;
const tickHeight = 8;

interface TicksProps {
  movements: Movements | undefined;
  startDate: Day;
  /** The last day, counted from the first. */
  last: number;
}

/** When somebody joined (above the line) or left (below it): two paths, however many days there are. */
function Ticks({ movements, startDate, last }: TicksProps) {
  const paths = useMemo(() => {
    const step = Math.max(1, (last + 1) / mostTicks);
    const places = (among: 'joined' | 'left') =>
      new Set(
        movements?.days
          .filter((movement) => movement[among] > 0)
          .map(({ day }) => Math.floor(daysBetween(startDate, day) / step) * step),
      );
    return {
      joined: [...places('joined')].map((place) => `M${place} ${tickHeight}v-${tickHeight}`).join(''),
      left: [...places('left')].map((place) => `M${place} ${tickHeight}v${tickHeight}`).join(''),
    };
  }, [movements, startDate, last]);

  return (
    <svg className={styles.ticks} viewBox={`0 0 ${last} ${2 * tickHeight}`} preserveAspectRatio="none" aria-hidden>
      <path className={styles.joinedTicks} d={paths.joined} />
      <path className={styles.leftTicks} d={paths.left} />
    </svg>
  );
}

/** How many members the network had on a day: before + joined − left, up to that day. */
export function membersOn({ before, days }: Movements, day: Day): number {
  return days
    .filter((movement) => movement.day <= day)
    .reduce((members, { joined, left }) => members + joined - left, before);
}

function movementOn(movements: Movements | undefined, day: Day): { joined: number; left: number } {
  return movements?.days.find((movement) => movement.day === day) ?? { joined: 0, left: 0 };
}
