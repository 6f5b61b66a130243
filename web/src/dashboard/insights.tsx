import type { Window } from '@rede/contract/dashboard';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { Debtors } from './debtors.tsx';
import styles from './insights.module.css';
import { MonthsChart } from './months-chart.tsx';
import { useNear } from './near.ts';
import { NetworkTree } from './network-tree.tsx';
import { NewMembers } from './new-members.tsx';
import { QuietMembers } from './quiet-members.tsx';

/** What stands below the tables, for the same days as them. A default export, for `lazy`. */
export default function Insights({ window }: { window: Window }) {
  // A new window starts on the first page, with a closed tree.
  const days = `${window.startDate} ${window.endDate}`;

  return (
    <>
      <Insight
        id="meses"
        height={['19.25rem', '37.25rem']}
        title="Mês a mês"
        hint="Cada mês ao lado dos mesmos dias do mês e do ano anteriores."
      >
        <MonthsChart window={window} />
      </Insight>
      <Insight
        id="quem-deve"
        height={['24.75rem', '41rem']}
        title="Quem deve"
        hint={`Tudo o que falta pagar na rede até ${window.endDate}, de qualquer data.`}
      >
        <Debtors key={days} endDate={window.endDate} />
      </Insight>
      <Insight
        id="novos"
        height={['18.25rem', '24rem']}
        title="Novos na rede"
        hint="Estão na rede neste período e não estavam no anterior."
      >
        <NewMembers key={days} window={window} />
      </Insight>
      <Insight
        id="pararam"
        height={['25.5rem', '36.75rem']}
        title="Pararam de encomendar"
        hint="Encomendavam com regularidade, e passou mais tempo do que o costume de cada um."
      >
        <QuietMembers key={days} endDate={window.endDate} />
      </Insight>
      <Insight
        id="arvore"
        height={['calc(min(36rem, 70svh) + 9.25rem)', 'calc(min(36rem, 70svh) + 9.25rem)']}
        title="Árvore em qualquer dia"
        hint="Cada ramo mostra as suas encomendas do período, e entre elas as da própria pessoa. Escolha um dia para ver quem lá estava."
      >
        <NetworkTree key={days} window={window} />
      </Insight>
    </>
  );
}

interface InsightProps {
  /** Where the page's anchors lead. */
  id: string;
  title: string;
  hint: string;
  /** About how high it will be, on wide and on narrow screens: so that what is below stays where it is when it comes. */
  height: [wide: string, narrow: string];
  children: ReactNode;
}

/** A section that asks for its figures when somebody scrolls near it. */
function Insight({ id, title, hint, height: [wide, narrow], children }: InsightProps) {
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);

  return (
    <section ref={section} id={id} className={styles.root} tabIndex={-1}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.content} style={{ '--wide': wide, '--narrow': narrow } as CSSProperties}>
        {near && children}
      </div>
    </section>
  );
}
