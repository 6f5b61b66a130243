import { type Day, addDays } from '@rede/contract/days';
import { type QuietMember, type Window, quietRule } from '@rede/contract/dashboard';
import type { Column } from '../ui/data-table.tsx';
import { Amount } from './amount.tsx';
import { quietMembersQuery } from './calls.ts';
import { MemberPages } from './member-pages.tsx';
import styles from './quiet-members.module.css';
import { rhythmInWords } from './words.ts';

/** Who has gone quiet by their own rhythm. */
export function QuietMembers({ endDate }: { endDate: Day }) {
  return (
    <MemberPages
      title="Pararam de encomendar"
      query={(paging) => quietMembersQuery({ endDate, ...paging })}
      columns={columnsOf({ startDate: addDays(endDate, 1 - quietRule.days), endDate })}
      empty={{
        title: 'Todos mantêm o seu ritmo',
        hint: 'Se alguém deixar de encomendar como costumava, aparece aqui.',
      }}
    />
  );
}

function columnsOf(window: Window): Column<QuietMember>[] {
  return [
    {
      key: 'name',
      title: 'Nome',
      cell: ({ name, rhythm, silence }) => (
        <>
          {name} <span className={styles.rhythm}>{rhythmInWords(rhythm, silence)}</span>
        </>
      ),
      line: 'title',
    },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId, soft: true, line: 'detail' },
    {
      key: 'lastOrderAt',
      title: 'Última encomenda',
      cell: ({ lastOrderAt }) => lastOrderAt,
      short: true,
      line: 'note',
      lineWords: { before: '· última ' },
    },
    {
      key: 'totalOrdersValue',
      title: 'Em 365 dias',
      cell: ({ id, name, totalOrdersValue }) => (
        <Amount
          amount={totalOrdersValue}
          figure={{ title: `Encomendas de ${name}`, kind: 'total', memberId: id }}
          window={window}
        />
      ),
      numeric: true,
      line: 'value',
    },
  ];
}
