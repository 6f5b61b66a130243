import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../lib/numbers.ts';
import { type Work, dismissEndedWorks, dismissWork } from '../lib/work.ts';
import { Button } from '../ui/button.tsx';
import styles from './work-tray.module.css';

/** Long work, in the header: a button that says how it goes, and what it opens. A default export, for it is loaded with the first work. */
export default function WorkTray({ works }: { works: readonly Work[] }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const running = works.filter(({ state }) => state === 'running');
  const failed = works.filter(({ state }) => state === 'failed');
  const ended = works.filter(({ state }) => state !== 'running');
  const state = running.length > 0 ? 'running' : failed.length > 0 ? 'failed' : 'done';

  const summary = summaryOf(running.length, failed.length, ended.length);

  useEffect(() => {
    if (!open) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const isOutside = (target: EventTarget | null) => target instanceof Node && !root.current?.contains(target);
    const close = () => {
      setOpen(false);
      button.current?.focus();
    };
    const leave = ({ target }: Event) => isOutside(target) && setOpen(false);
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
    return () => closing.abort();
  }, [open]);

  /** The button goes with what it takes away: the focus goes to what stays. */
  function dismiss(gone: number, take: () => void) {
    take();
    if (gone === works.length) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    else button.current?.focus();
  }

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-state={state}
        title={summary}
        aria-expanded={open}
        aria-controls={open ? `${id}-panel` : undefined}
        onClick={() => setOpen(!open)}
      >
        {state === 'running' && <Ring works={running} />}
        {state === 'failed' && <IconAlertTriangle size={18} aria-hidden />}
        {state === 'done' && <IconCircleCheck size={18} aria-hidden />}
        <span className={styles.summary}>{summary}</span>
      </button>
      {open && (
        <section id={`${id}-panel`} className={styles.panel} aria-label="Trabalhos">
          <ul className={styles.list}>
            {works.toReversed().map((work) => (
              <li key={work.id} className={styles.work}>
                <Line work={work} onFollow={() => setOpen(false)} />
                {work.cancel && (
                  <Button variant="neutral" onClick={work.cancel}>
                    Cancelar
                  </Button>
                )}
                {work.state !== 'running' && (
                  <button
                    type="button"
                    className={styles.dismiss}
                    aria-label={`Retirar ${work.title}`}
                    onClick={() => dismiss(1, () => dismissWork(work.id))}
                  >
                    <IconX size={16} aria-hidden />
                  </button>
                )}
              </li>
            ))}
          </ul>
          {ended.length > 1 && (
            <Button
              className={styles.clear}
              variant="terciary"
              onClick={() => dismiss(ended.length, dismissEndedWorks)}
            >
              Retirar os que terminaram
            </Button>
          )}
          {running.length > 0 && (
            <p className={styles.note}>Pode continuar a trabalhar noutras páginas. Não feche este separador.</p>
          )}
        </section>
      )}
    </div>
  );
}

function Line({ work, onFollow }: { work: Work; onFollow: () => void }) {
  const { title, state, progress, message, to } = work;
  return (
    <div className={styles.words}>
      <p className={styles.title}>{title}</p>
      {state === 'running' ? (
        <>
          <progress
            className={styles.bar}
            aria-label={title}
            {...(progress?.of && { value: Math.min(progress.done, progress.of), max: progress.of })}
          />
          <p className={styles.message}>{progressOf(work)}</p>
        </>
      ) : (
        <p className={styles.message} data-failed={state === 'failed' || undefined}>
          {message}
        </p>
      )}
      {to !== undefined && (
        <Link className={styles.link} to={to} onClick={onFollow}>
          Ver
        </Link>
      )}
    </div>
  );
}

function progressOf({ progress }: Work): string {
  if (progress === undefined) return 'Em curso…';
  const { done, of, words } = progress;
  if (words !== undefined) return words;
  return of === undefined ? formatNumber(done) : `${formatNumber(done)} de ${formatNumber(of)}`;
}

/** How far all that runs is, where that is known of all of it; else that it goes on. */
function Ring({ works }: { works: readonly Work[] }) {
  const parts = works.map(({ progress }) => (progress?.of ? progress.done / progress.of : undefined));
  const known = parts.every((part) => part !== undefined);
  const part = known ? parts.reduce((sum, each) => sum + each, 0) / parts.length : 0.25;
  return (
    <svg className={styles.ring} data-unknown={!known || undefined} viewBox="0 0 20 20" aria-hidden>
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="1" strokeDasharray={`${Math.min(part, 1)} 1`} />
    </svg>
  );
}

function summaryOf(running: number, failed: number, ended: number): string {
  if (running > 0) return running === 1 ? '1 trabalho em curso' : `${running} trabalhos em curso`;
  if (failed > 0) return failed === 1 ? '1 trabalho falhou' : `${failed} trabalhos falharam`;
  return ended === 1 ? '1 trabalho terminado' : `${ended} trabalhos terminados`;
}
