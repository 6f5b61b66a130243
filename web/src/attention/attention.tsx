import { IconCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import styles from './attention.module.css';
import { question } from './calls.ts';
import { Debts, Duplicates, FailedInvitations, RefusedLines, StrayOrders, WithoutUpline } from './cards.tsx';
import { Today } from './today.tsx';

/** What asks for attention, what is mended fastest first. A default export, for the home page is drawn before it. */
export default function Attention() {
  const isCalm = useIsCalm();

  return (
    <section className={styles.root} aria-labelledby="por-resolver">
      <h2 id="por-resolver" className={styles.title}>
        Por resolver
      </h2>
      <Today />
      {isCalm ? (
        <p className={styles.calm}>
          <IconCheck size={22} aria-hidden /> Nada por resolver
        </p>
      ) : (
        <div className={styles.cards}>
          <StrayOrders />
          <RefusedLines />
          <Debts />
          <WithoutUpline />
          <FailedInvitations />
          <Duplicates />
        </div>
      )}
    </section>
  );
}

/** Everything was answered, and with nothing. */
function useIsCalm(): boolean {
  const answers = [
    ...useQueries({
      queries: [question('strayOrders'), question('refusedLines'), question('withoutUpline')],
    }),
    ...useQueries({
      queries: [question('failedInvitations'), question('duplicates'), question('debts')],
    }),
  ];
  return answers.every(({ data }) => data?.total === 0);
}
