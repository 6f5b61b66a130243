import { type AlertedMember, type AlertQuery, type Window, windowBefore } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { alertQuery } from './calls.ts';
import { Openable } from './figure.tsx';
import styles from './alerts.module.css';

interface Occasion {
  title: string;
  hint: string;
  empty: string;
  columns: (window: Window) => readonly Column<AlertedMember>[];
}

const who: readonly Column<AlertedMember>[] = [
  { key: 'name', title: 'Nome', cell: ({ name }) => name },
  { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId },
  { key: 'parentId', title: 'Código Upline', cell: ({ parentId }) => parentId },
];

/** An amount that opens the orders behind it; 0 opens nothing. */
function openable(amount: 'totalOrdersValue' | 'totalPendingValue' | 'valueBefore', window: Window) {
  return (member: AlertedMember) => {
    const shown = formatMoney(member[amount]);
    if (member[amount] === '0.00') return shown;
    return (
      <Openable figure={{ title: `Encomendas de ${member.name}`, kind: 'total', memberId: member.id }} window={window}>
        {shown}
      </Openable>
    );
  };
}

const lastOrder: Column<AlertedMember> = {
  key: 'lastOrderAt',
  title: 'Última encomenda',
  cell: ({ lastOrderAt }) => lastOrderAt ?? '—',
};

const alertKinds: Record<AlertQuery['kind'], Occasion> = {
  new: {
    title: 'Novos na rede',
    hint: 'Entraram neste período e não estavam no anterior.',
    empty: 'Ninguém entrou neste período',
    columns: (window) => [
      ...who,
      { key: 'since', title: 'Desde', cell: ({ since }) => since },
      {
        key: 'totalOrdersValue',
        title: 'Valor Encomendas',
        cell: openable('totalOrdersValue', window),
        numeric: true,
      },
    ],
  },
  quiet: {
    title: 'Deixaram de encomendar',
    hint: 'Encomendaram no período anterior e neste ainda não.',
    empty: 'Todos os que encomendaram antes voltaram a encomendar',
    columns: (window) => [
      ...who,
      lastOrder,
      { key: 'valueBefore', title: 'Antes', cell: openable('valueBefore', windowBefore(window)), numeric: true },
    ],
  },
  owing: {
    title: 'Com valores por pagar',
    hint: 'De encomendas deste período.',
    empty: 'Está tudo pago',
    columns: (window) => [
      ...who,
      {
        key: 'totalPendingValue',
        title: 'Valor por pagar',
        cell: openable('totalPendingValue', window),
        numeric: true,
      },
    ],
  },
};

/** Members of the network who are new, stopped ordering, or owe money. */
export function Alerts({ window }: { window: Window }) {
  return (
    <div className={styles.root}>
      {(['new', 'quiet', 'owing'] as const).map((kind) => (
        // A new window starts on the first page.
        <AlertTable key={`${kind} ${window.startDate} ${window.endDate}`} kind={kind} window={window} />
      ))}
    </div>
  );
}

function AlertTable({ kind, window }: { kind: AlertQuery['kind']; window: Window }) {
  const { title, hint, empty, columns } = alertKinds[kind];
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(alertQuery({ ...window, kind, pageNumber, pageSize: 5 }));

  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.hint}>{hint}</p>
      <DataTable
        label={title}
        columns={columns(window)}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.totalResults}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={3}
        empty={{ title: empty, hint: '' }}
      />
      <Pager
        label={`Páginas: ${title}`}
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </div>
  );
}
