import { useMediaQuery } from '@mantine/hooks';
import type { Day } from '@rede/contract/days';
import type { Branch, Window } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { IconChevronRight } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatMoney } from '../lib/money.ts';
import { Failure } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { branchesAtOnce, branchesQuery } from './later-calls.ts';
import { type Level, type Opened, type Row, indexOf, levelWith, rowAt, shapeOf } from './tree-shape.ts';
import styles from './tree.module.css';
import { absenceInWords, count } from './words.ts';

interface TreeProps {
  window: Window;
  /** Who did not stand in the tree on this day stays where it is, dimmed: so the figures still add up. */
  day: Day;
}

/** A page of a level's branches. */
interface Wanted {
  path: string;
  pageNumber: number;
}

/** How long the rows in sight must stay the same before they are fetched, in milliseconds: who scrolls far passes many by. */
const restBeforeFetching = 120;

/** How many rows are fetched ahead of those in sight. */
const rowsAhead = 30;

/** How long typed letters belong together, in milliseconds, and how far they are searched for. */
const typingPause = 600;
const rowsSearched = 5000;

/** The network as a tree: only rows in sight are drawn, and only pages near them are fetched. */
export function Tree({ window, day }: TreeProps) {
  const client = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlyMap<string, Opened>>(new Map());
  const [inSight, setInSight] = useState<readonly Wanted[]>([]);
  const [active, setActive] = useState({ path: '', place: 0 });
  const focusWanted = useRef(false);
  const typed = useRef({ text: '', at: 0 });
  const rowHeight = useRowHeight();

  const wanted = withoutRepeats([
    { path: '', pageNumber: 0 },
    ...[...opened.keys()].map((path) => ({ path, pageNumber: 0 })),
    ...inSight,
  ]);
  const answers = useQueries({
    queries: wanted.map(({ path, pageNumber }) => branchesQuery(path, pageNumber, window)),
  });
  const pages = new Map(wanted.map((page, place) => [keyOf(page), answers[place]]));
  const root = shapeOf(opened, (path) => pages.get(keyOf({ path, pageNumber: 0 }))?.data?.totalResults);
  const activeRow = rowOf(active);
  const activeIndex = Math.min(indexOf(activeRow), Math.max(0, root.rows - 1));

  // oxlint-disable-next-line react/incompatible-library -- a note for React's compiler, which is not used
  const virtualizer = useVirtualizer({
    count: root.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The row with the focus stays, however far it is scrolled away.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeIndex])].toSorted((a, b) => a - b),
  });
  const rows = virtualizer.getVirtualItems();

  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const nearby = nearbyPages(root, virtualizer.range);
  const nearbyKey = nearby.map(keyOf).join();
  const latestNearby = useRef(nearby);
  useEffect(() => {
    latestNearby.current = nearby;
  });
  useEffect(() => {
    const timer = setTimeout(() => setInSight(latestNearby.current), restBeforeFetching);
    return () => clearTimeout(timer);
  }, [nearbyKey]);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  /** The row of a path and place, or the nearest that is there: its branch may have closed or gone. */
  function rowOf({ path, place }: { path: string; place: number }): Row {
    const level = levelWith(root, path) ?? root;
    return { level, place: Math.min(place, Math.max(0, (level.size ?? 1) - 1)) };
  }

  function branchOf({ level, place }: Row): Branch | undefined {
    const pageNumber = Math.floor(place / branchesAtOnce);
    const { queryKey } = branchesQuery(level.path, pageNumber, window);
    const page = pages.get(keyOf({ path: level.path, pageNumber }))?.data ?? client.getQueryData(queryKey);
    return page?.results[place % branchesAtOnce];
  }

  function moveTo(index: number): void {
    const kept = Math.max(0, Math.min(index, root.rows - 1));
    const { level, place } = rowAt(root, kept);
    focusWanted.current = true;
    setActive({ path: level.path, place });
    virtualizer.scrollToIndex(kept, { align: 'auto' });
  }

  function toggle(row: Row, wantedOpen?: boolean): void {
    const branch = branchOf(row);
    if (!branch?.hasBranches) return;
    const path = childPath(row, branch);
    const next = new Map(opened);
    const isOpen = next.has(path);
    if (isOpen === wantedOpen) return;
    if (isOpen) next.delete(path);
    else next.set(path, { parent: row.level.path, place: row.place });
    setOpened(next);
  }

  function act(row: Row): void {
    const failed = failureOf(pages, row);
    if (failed) void failed.refetch();
    else toggle(row);
  }

  function search(letter: string): void {
    const now = performance.now();
    const text = now - typed.current.at > typingPause ? letter : typed.current.text + letter;
    typed.current = { text, at: now };
    // A first letter looks on from the next row; more of the same name may still be this one's.
    const from = text.length === 1 ? 1 : 0;
    for (let step = from; step < Math.min(root.rows, rowsSearched) + from; step += 1) {
      const index = (activeIndex + step) % root.rows;
      const name = branchOf(rowAt(root, index))?.name;
      if (name !== undefined && plain(name).startsWith(plain(text))) {
        moveTo(index);
        return;
      }
    }
  }

  function onClick({ target }: MouseEvent): void {
    const index = (target as Element).closest<HTMLElement>('[role=treeitem]')?.dataset.index;
    if (index === undefined) return;
    const row = rowAt(root, Number(index));
    setActive({ path: row.level.path, place: row.place });
    act(row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { level } = activeRow;
    const branch = branchOf(activeRow);
    const isOpen = branch !== undefined && opened.has(childPath(activeRow, branch));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(activeIndex + 1),
      ArrowUp: () => moveTo(activeIndex - 1),
      Home: () => moveTo(0),
      End: () => moveTo(root.rows - 1),
      ArrowRight: () => (isOpen ? moveTo(activeIndex + 1) : toggle(activeRow, true)),
      ArrowLeft: () => (isOpen ? toggle(activeRow, false) : level.above && moveTo(indexOf(level.above))),
      Enter: () => act(activeRow),
      ' ': () => act(activeRow),
    };
    const action = keys[event.key] ?? (event.key.length === 1 ? () => search(event.key) : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  }

  const first = answers[0];
  if (first?.error && !first.data) return <Failure error={first.error} onRetry={() => void first.refetch()} />;
  return (
    <div ref={scroller} className={styles.scroller}>
      {root.size === 0 && <p className={styles.none}>Não esteve ninguém nesta rede nestas datas.</p>}
      <div
        role="tree"
        aria-label="Árvore da rede"
        aria-busy={!first?.data}
        tabIndex={-1}
        className={styles.tree}
        style={{ height: virtualizer.getTotalSize() }}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ index, start }) => {
          const row = rowAt(root, index);
          const branch = branchOf(row);
          return (
            <TreeRow
              key={`${row.level.path} ${row.place}`}
              branch={branch}
              failure={branch ? undefined : failureOf(pages, row)?.error?.message}
              depth={row.level.depth}
              size={row.level.size ?? -1}
              place={row.place + 1}
              open={branch !== undefined && opened.has(childPath(row, branch))}
              active={index === activeIndex}
              index={index}
              start={start}
              height={rowHeight}
              absence={branch && absenceInWords(branch.days, day)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface TreeRowProps {
  /** Undefined while it loads. */
  branch: Branch | undefined;
  /** Why it could not be loaded. */
  failure: string | undefined;
  depth: number;
  /** How many stand beside it, itself included; -1 when that is not known. */
  size: number;
  place: number;
  open: boolean;
  /** The one that Tab comes to. */
  active: boolean;
  /** Its place among all rows, in pixels from the top of the tree, and its height. */
  index: number;
  start: number;
  height: number;
  /** How it came and went, where it did not stand here on the day. */
  absence: string | undefined;
}

const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { branch, failure, depth, size, place, open, active, index, start, height, absence } = props;

  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-setsize={size}
      aria-posinset={place}
      aria-expanded={branch?.hasBranches ? open : undefined}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      className={styles.row}
      data-absent={absence !== undefined || undefined}
      style={{ height, transform: `translateY(${start}px)`, '--depth': depth - 1 } as CSSProperties}
      data-index={index}
    >
      {branch?.hasBranches ? (
        <IconChevronRight className={styles.toggle} size={18} aria-hidden />
      ) : (
        <span className={styles.leaf} aria-hidden />
      )}
      {branch ? (
        <BranchWords branch={branch} absence={absence} />
      ) : failure === undefined ? (
        <Skeleton height={12} width="40%" aria-label="A carregar dados..." />
      ) : (
        <span className={styles.failure}>
          {failure} <u>Tentar novamente</u>
        </span>
      )}
    </div>
  );
});

function BranchWords({ branch, absence }: { branch: Branch; absence: string | undefined }) {
  const { name, internalId, isMember, membersBelow, hasBranches, own, branch: whole } = branch;
  return (
    <>
      <span className={styles.person}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.detail}>
          {[
            internalId,
            absence,
            !isMember && 'fora das suas datas',
            membersBelow > 0 && count(membersBelow, 'abaixo', 'abaixo'),
            hasBranches && `próprias ${formatMoney(own.totalOrdersValue)}`,
          ]
            .filter((part) => part !== false && part !== undefined)
            // A line breaks between the parts, not within one.
            .map((part) => part.replaceAll(/(?<!,) /g, '\u00a0'))
            .join(' · ')}
        </span>
      </span>{' '}
      <span className={styles.figures}>
        <strong data-none={whole.totalOrdersValue === '0.00' || undefined}>
          {whole.totalOrdersValue === '0.00' ? '–' : formatMoney(whole.totalOrdersValue)}
        </strong>{' '}
        {whole.totalPendingValue !== '0.00' && (
          <span className={styles.pending}>{formatMoney(whole.totalPendingValue)} por pagar</span>
        )}
      </span>
    </>
  );
}

function childPath({ level }: Row, { id }: Branch): string {
  return level.path === '' ? String(id) : `${level.path}.${id}`;
}

function keyOf({ path, pageNumber }: Wanted): string {
  return `${path} ${pageNumber}`;
}

function withoutRepeats(pages: readonly Wanted[]): Wanted[] {
  return [...new Map(pages.map((page) => [keyOf(page), page])).values()];
}

/** The pages that the rows in sight and a little ahead of them stand on. */
function nearbyPages(root: Level, range: { startIndex: number; endIndex: number } | null): Wanted[] {
  if (!range) return [];
  const first = Math.max(0, range.startIndex - rowsAhead);
  const last = Math.min(root.rows - 1, range.endIndex + rowsAhead);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => rowAt(root, first + place));
  return withoutRepeats(
    rows.map(({ level, place }) => ({ path: level.path, pageNumber: Math.floor(place / branchesAtOnce) })),
  );
}

type Pages = ReadonlyMap<string, UseQueryResult<Page<Branch>> | undefined>;

/** The call that should have brought a row, when it failed. */
function failureOf(pages: Pages, { level, place }: Row): UseQueryResult<Page<Branch>> | undefined {
  const answer = pages.get(keyOf({ path: level.path, pageNumber: Math.floor(place / branchesAtOnce) }));
  return answer?.isError && !answer.isFetching ? answer : undefined;
}

/** In pixels. All rows are of one height, so that another day or a page that arrives moves nothing. On narrow screens words take two lines. */
function useRowHeight(): number {
  const narrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return (narrow ? 5 : 3.5) * rem;
}

/** Letters without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
