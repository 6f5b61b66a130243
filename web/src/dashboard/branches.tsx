import { Skeleton } from '@mantine/core';
import type { Branch, Window } from '@rede/contract/dashboard';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Failure } from '../ui/failure.tsx';
import styles from './branches.module.css';
import { branchesQuery } from './calls.ts';

/** The network as a tree that loads branch by branch. Branches of one parent add up to it. */
export function Branches({ window }: { window: Window }) {
  return (
    <div className={styles.root}>
      <p className={styles.hint}>
        Cada ramo mostra as suas encomendas e, entre elas, as da própria pessoa. Quem mudou de upline nestas datas
        aparece em cada um dos ramos, com o que lá encomendou.
      </p>
      <Level path={[]} window={window} label="Árvore da rede" />
    </div>
  );
}

interface LevelProps {
  path: readonly number[];
  window: Window;
  label: string;
}

function Level({ path, window, label }: LevelProps) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    branchesQuery(path, window),
  );
  const branches = data?.pages.flatMap(({ results }) => results) ?? [];
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number>(undefined);
  const rest = (data?.pages[0]?.totalResults ?? 0) - branches.length;

  // The focused "more" button may disappear once its rows arrive.
  useEffect(() => {
    if (firstNew.current === undefined || branches.length <= firstNew.current) return;
    list.current?.querySelectorAll<HTMLElement>(':scope > li')[firstNew.current]?.focus({ preventScroll: true });
    firstNew.current = undefined;
  }, [branches.length]);

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending) {
    return (
      <>
        <output className={styles.loading}>A carregar dados...</output>
        <Skeleton height={40} />
      </>
    );
  }
  if (branches.length === 0) return <p className={styles.none}>Não esteve ninguém nesta rede nestas datas.</p>;

  return (
    <>
      <ul ref={list} className={styles.level} aria-label={label}>
        {branches.map((branch) => (
          <BranchItem key={branch.id} branch={branch} path={path} window={window} />
        ))}
      </ul>
      {hasNextPage && (
        <BusyButton
          className={styles.more}
          variant="neutral"
          busy={isFetchingNextPage}
          onClick={() => {
            firstNew.current = branches.length;
            void fetchNextPage();
          }}
        >
          Mostrar mais ({formatNumber(rest)})
        </BusyButton>
      )}
    </>
  );
}

interface BranchItemProps {
  branch: Branch;
  /** The ids from the caller down to the parent of these branches. */
  path: readonly number[];
  window: Window;
}

function BranchItem({ branch, path, window }: BranchItemProps) {
  const [open, setOpen] = useState(false);
  const { id, name, internalId, isMember, membersBelow, hasBranches, own, branch: whole } = branch;

  return (
    <li className={styles.item} tabIndex={-1}>
      <div className={styles.row}>
        {hasBranches ? (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-label={`Ramo de ${name}`}
            onClick={() => setOpen(!open)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        ) : (
          <span className={styles.leaf} aria-hidden />
        )}
        <div className={styles.person}>
          <span className={styles.name}>{name}</span> <span className={styles.code}>{internalId}</span>
          <div className={styles.detail}>
            {[
              membersBelow > 0 && `${formatNumber(membersBelow)} abaixo`,
              !isMember && 'fora das suas datas',
              hasBranches && `próprias ${formatMoney(own.totalOrdersValue)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
        <div className={styles.figures}>
          <strong>{formatMoney(whole.totalOrdersValue)}</strong>
          {whole.totalPendingValue !== '0.00' && (
            <span className={styles.pending}>por pagar {formatMoney(whole.totalPendingValue)}</span>
          )}
        </div>
      </div>
      {open && (
        <div className={styles.below}>
          <Level path={[...path, id]} window={window} label={`Ramo de ${name}`} />
        </div>
      )}
    </li>
  );
}
