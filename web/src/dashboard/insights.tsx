import type { Window } from '@rede/contract/dashboard';
import { type ReactNode, useId, useRef } from 'react';
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
      <Insight id="meses" title="Mês a mês" hint="Cada mês ao lado dos mesmos dias do mês e do ano anteriores.">
        <MonthsChart window={window} />
      </Insight>
      <Insight
        id="quem-deve"
        title="Quem deve"
        hint={`Tudo o que falta pagar na rede até ${window.endDate}, de qualquer data.`}
      >
        <Debtors key={days} endDate={window.endDate} />
      </Insight>
      <Insight id="novos" title="Novos na rede" hint="Estão na rede neste período e não estavam no anterior.">
        <NewMembers key={days} window={window} />
      </Insight>
      <Insight
        id="pararam"
        title="Pararam de encomendar"
        hint="Encomendavam com regularidade, e passou mais tempo do que o costume de cada um."
      >
        <QuietMembers key={days} endDate={window.endDate} />
      </Insight>
      <Insight
        id="arvore"
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
  children: ReactNode;
}

/** A section that asks for its figures when somebody scrolls near it. */
function Insight({ id, title, hint, children }: InsightProps) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);

  return (
    <section ref={section} id={id} className={styles.root} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.content}>{near && children}</div>
    </section>
  );
}
