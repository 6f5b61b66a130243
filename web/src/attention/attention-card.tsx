import type { UseQueryResult } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../lib/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './attention-card.module.css';

/** How many rows a card has room for, also while it loads: nothing moves when they come. */
const shownRows = 3;

interface AttentionCardProps<Row> {
  title: string;
  query: UseQueryResult<{ total: number; rows: Row[] }>;
  rowKey: (row: Row) => string | number;
  renderRow: (row: Row) => ReactNode;
  /** After the count, such as a sum. */
  note?: ReactNode;
  /** Where all of them are. */
  all: { to: string; text: string };
  /** The task's anchor in the guide. */
  help: string;
}

/** One question: how many there are, the first of them, and the way to mend it. */
export function AttentionCard<Row>({ title, query, rowKey, renderRow, note, all, help }: AttentionCardProps<Row>) {
  const id = useId();
  const { data, error, isFetching, refetch } = query;
  const isCalm = data?.total === 0;

  return (
    <section className={styles.root} data-calm={isCalm || undefined} aria-labelledby={id} aria-busy={isFetching}>
      <div className={styles.head}>
        <div>
          <h3 id={id} className={styles.title}>
            {title}
          </h3>
          {data && !isCalm && <span className={styles.count}>{formatNumber(data.total)}</span>}{' '}
          {data && !isCalm && note !== undefined && <span className={styles.note}>{note}</span>}
        </div>
        <Link className={styles.help} to={`/ajuda#${help}`} aria-label={`Como se faz? ${title}`}>
          Como se faz?
        </Link>
      </div>
      <div className={styles.body}>
        {!data && !error && <Placeholder />}
        {!data && error && (
          <div className={styles.failure} role="alert">
            <p>Não foi possível carregar: {error.message}</p>
            <Button variant="secondary" aria-label={`Tentar novamente: ${title}`} onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          </div>
        )}
        {isCalm && (
          <p className={styles.calm}>
            <IconCheck size={18} aria-hidden /> Nada por resolver
          </p>
        )}
        {data && !isCalm && (
          <ul className={styles.rows}>
            {data.rows.slice(0, shownRows).map((each) => (
              <li key={rowKey(each)} className={styles.row}>
                {renderRow(each)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && data.total > shownRows && (
        <Link className={styles.all} to={all.to}>
          {all.text}
        </Link>
      )}
    </section>
  );
}

function Placeholder() {
  return (
    <div>
      <output className={styles.spoken}>A carregar dados...</output>
      {['72%', '64%', '80%'].map((width) => (
        <Skeleton key={width} height={14} width={width} around={11} />
      ))}
    </div>
  );
}

interface WordsProps {
  /** What it is known by, which leads to it. */
  name: string;
  to: string;
  children: ReactNode;
}

/** A row's name and what is said of it, on one line. */
export function RowWords({ name, to, children }: WordsProps) {
  return (
    <span className={styles.words}>
      <Link className={styles.name} to={to}>
        {name}
      </Link>{' '}
      <span>{children}</span>
    </span>
  );
}
