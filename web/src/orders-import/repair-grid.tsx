import { type FailedLine, type LineField, lineFields } from '@rede/contract/orders-import';
import { useMutation } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Pager } from '../ui/pager.tsx';
import { correctLines } from './calls.ts';
import { fieldTitles } from './fields.ts';
import { ReasonFilter } from './reason-filter.tsx';
import styles from './repair-grid.module.css';
import { RepairRow } from './repair-row.tsx';
import { choose, kindOf, linesWithTheSame, reasonOf, type, typeInAll, useRepair, valuesNow } from './repair.ts';

const pageSize = 50;

interface RepairGridProps {
  importId: number;
  /** Those that are still refused. */
  lines: readonly FailedLine[];
  title: string;
  /** Whether the first field at fault has the focus at first. */
  takesFocus: boolean;
  actions: ReactNode;
  note: ReactNode;
}

/** Where the focus goes: to the field at fault of a line, or of the first one there is. */
interface Focus {
  lineNumber?: number | undefined;
  /** Only where it is nowhere: what had it is gone. */
  ifLost?: true;
}

/** Refused lines as a sheet: Enter goes down, Tab along, Escape takes back, Ctrl+Enter loads what was corrected. */
export function RepairGrid({ importId, lines, title, takesFocus, actions, note }: RepairGridProps) {
  const [repair, change] = useRepair(importId);
  const { typed, reasons } = repair;
  const { mutate, data: outcome, error, isPending } = useMutation(correctLines);
  const [wantedKind, setKind] = useState<string>();
  const [wantedPage, setPageNumber] = useState(0);
  const [focus, setFocus] = useState<Focus | undefined>(takesFocus ? {} : undefined);
  const root = useRef<HTMLElement>(null);
  const titleId = useId();

  const kinds = useMemo(() => [...countKinds(lines, reasons)], [lines, reasons]);
  const same = useMemo(() => linesWithTheSame(lines, reasons), [lines, reasons]);
  const kind = kinds.some(([name]) => name === wantedKind) ? wantedKind : undefined;
  const matching = useMemo(
    () => (kind === undefined ? lines : lines.filter((line) => kindOf(reasonOf(line, reasons)) === kind)),
    [lines, reasons, kind],
  );
  const totalPages = Math.ceil(matching.length / pageSize);
  const pageNumber = Math.max(0, Math.min(wantedPage, totalPages - 1));
  const shown = matching.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize);
  const chosen = useMemo(() => lines.filter(({ lineNumber }) => repair.chosen[lineNumber]), [lines, repair.chosen]);
  const allChosen = matching.length > 0 && matching.every(({ lineNumber }) => repair.chosen[lineNumber]);

  /** The lines with the same wrong value, where what was typed in this one is not in all of them yet. */
  function alikeToChange(line: FailedLine): readonly FailedLine[] | undefined {
    const { field } = reasonOf(line, reasons);
    const value = field ? typed[line.lineNumber]?.[field] : undefined;
    if (field === null || value === undefined) return undefined;
    const alike = same.get(line.lineNumber);
    return alike?.some(({ lineNumber }) => typed[lineNumber]?.[field] !== value) ? alike : undefined;
  }

  useEffect(() => {
    if (!focus || !root.current) return;
    if (focus.ifLost && document.activeElement !== document.body) return;
    const cells = focus.lineNumber === undefined ? '[data-cell]' : `[data-cell^="${focus.lineNumber} "]`;
    const fault = root.current.querySelector<HTMLElement>(`${cells}[aria-invalid]`);
    (fault ?? root.current.querySelector<HTMLElement>(cells) ?? root.current).focus();
  }, [focus]);

  const onType = useCallback(
    (line: FailedLine, field: LineField, value: string) => change((before) => type(before, line, field, value)),
    [change],
  );
  const onChoose = useCallback(
    (lineNumber: number, isChosen: boolean) => change((before) => choose(before, [lineNumber], isChosen)),
    [change],
  );
  const onTypeInAll = useCallback(
    (all: readonly FailedLine[], field: LineField, value: string) =>
      change((before) => typeInAll(before, all, field, value)),
    [change],
  );

  function load() {
    if (isPending || chosen.length === 0) return;
    const toSend = chosen.map((line) => ({
      lineNumber: line.lineNumber,
      values: valuesNow(line, typed[line.lineNumber]),
    }));
    mutate(
      { importId, lines: toSend },
      {
        onSuccess: ({ refused }) => {
          const stays = lines.filter((line) => !chosen.includes(line) || refused.includes(line.lineNumber));
          const again = stays.findIndex(({ lineNumber }) => refused.includes(lineNumber));
          // To the first line that was refused again, whatever its reason is now. Else the focus stays, unless its line is gone.
          if (again >= 0) {
            setKind(undefined);
            setPageNumber(Math.floor(again / pageSize));
          }
          setFocus(again >= 0 ? { lineNumber: stays[again]?.lineNumber } : { ifLost: true });
        },
      },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      load();
      return;
    }
    const [lineNumber, field] = (event.target as HTMLElement).dataset.cell?.split(' ') ?? [];
    const row = shown.findIndex((line) => line.lineNumber === Number(lineNumber));
    const line = shown[row];
    // A suggestion list takes its keys first.
    if (!line || event.defaultPrevented || event.nativeEvent.isComposing) return;
    const down = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey);
    if (down || event.key === 'ArrowUp' || event.key === 'Enter') {
      event.preventDefault();
      const next = shown[row + (down ? 1 : -1)];
      if (next) root.current?.querySelector<HTMLElement>(`[data-cell="${next.lineNumber} ${field}"]`)?.focus();
    } else if (event.key === 'Escape') {
      change((before) => type(before, line, field as LineField, line.values?.[field as LineField] ?? ''));
    }
  }

  return (
    <section ref={root} className={styles.root} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles.heading}>
        <h3 id={titleId} className={styles.title}>
          {title}
        </h3>
        {lines.length > 0 && <div className={styles.actions}>{actions}</div>}
      </div>
      {kinds.length > 1 && (
        <ReasonFilter
          kinds={kinds}
          total={lines.length}
          chosen={kind}
          onChoose={(name) => {
            setKind(name);
            setPageNumber(0);
          }}
        />
      )}
      {lines.length > 0 && (
        // The fields' own keys reach them first: what stands here is about going between them.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <table className={styles.table} aria-label={title} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col" className={styles.line}>
                <label className={styles.choice}>
                  <input
                    type="checkbox"
                    aria-label={kind === undefined ? 'Escolher todas as linhas' : 'Escolher todas com esta razão'}
                    checked={allChosen}
                    onChange={({ currentTarget: { checked } }) => {
                      const numbers = matching.map(({ lineNumber }) => lineNumber);
                      change((before) => choose(before, numbers, checked));
                    }}
                  />
                  <span className={styles.lineTitle}>Linha</span>
                  <span className={styles.allLines}>Escolher todas</span>
                </label>
              </th>
              {lineFields.map((field) => (
                <th key={field} scope="col" data-field={field}>
                  {fieldTitles[field]}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map((line) => (
            <RepairRow
              key={line.lineNumber}
              line={line}
              typed={typed[line.lineNumber]}
              chosen={repair.chosen[line.lineNumber] === true}
              again={reasons[line.lineNumber]}
              alike={alikeToChange(line)}
              onType={onType}
              onTypeInAll={onTypeInAll}
              onChoose={onChoose}
            />
          ))}
        </table>
      )}
      {note}
      <Pager
        pageNumber={pageNumber}
        totalPages={totalPages}
        onPage={(page) => startTransition(() => setPageNumber(page))}
        label={`Páginas: ${title}`}
      />
      <div className={styles.bar} data-empty={lines.length === 0 || undefined}>
        <output className={styles.outcome}>
          {outcome && !isPending && !error && becameOf(outcome.loaded, outcome.refused.length)}
          {lines.length === 0 && ' Não há mais linhas por corrigir.'}
        </output>
        <div role="alert" className={styles.error}>
          {error?.message}
        </div>
        {lines.length > 0 && (
          <>
            <span className={styles.keys} aria-hidden>
              Enter desce · Tab avança · Esc repõe · Ctrl+Enter carrega
            </span>
            <BusyButton
              busy={isPending}
              variant={chosen.length === 0 ? 'disabled' : 'primary'}
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={load}
            >
              {loadLabel(chosen.length)}
            </BusyButton>
          </>
        )}
      </div>
    </section>
  );
}

function countKinds(lines: readonly FailedLine[], reasons: Parameters<typeof reasonOf>[1]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const kind = kindOf(reasonOf(line, reasons));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function loadLabel(chosen: number): string {
  if (chosen === 0) return 'Carregar linhas corrigidas';
  return chosen === 1 ? 'Carregar 1 linha corrigida' : `Carregar ${formatNumber(chosen)} linhas corrigidas`;
}

function becameOf(loaded: number, refused: number): string {
  const loadedWords = loaded === 1 ? '1 linha carregada.' : `${formatNumber(loaded)} linhas carregadas.`;
  const refusedWords = refused === 1 ? '1 continua com erro.' : `${formatNumber(refused)} continuam com erro.`;
  return [loaded > 0 && loadedWords, refused > 0 && refusedWords].filter(Boolean).join(' ');
}
