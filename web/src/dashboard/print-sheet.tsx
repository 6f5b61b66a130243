import type { NetworkData, NetworkQuery, Window } from '@rede/contract/dashboard';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Zero } from './amount.tsx';
import { type ShownAmount, networkColumns } from './network-columns.tsx';
import { appliedFilters } from './network-filter.tsx';
import { type NetworkKind, networks, useNetwork } from './network-query.ts';
import styles from './print-sheet.module.css';

/** How many rows of a table are printed, and how many one call brings. */
const mostRows = 500;
const rowsAtOnce = 200;

interface PrintSheetProps {
  window: Window;
  onPrinted: () => void;
}

/**
 * Both tables with all their rows, on paper only, in the place of what the screen shows of them. Prints once they are there; where they
 * cannot be had, what the screen shows. A default export, for `lazy`.
 */
export default function PrintSheet({ window: days, onPrinted }: PrintSheetProps) {
  const direct = usePrinted('direct', days);
  const total = usePrinted('total', days);
  const ready = !direct.isPending && !total.isPending;

  useEffect(() => {
    if (!ready) return undefined;
    addEventListener('afterprint', onPrinted);
    print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [ready, onPrinted]);

  if (!direct.data || !total.data) return null;
  return (
    <div className={styles.root} data-sheet>
      <PrintedTable kind="direct" window={days} data={direct.data} />
      <PrintedTable kind="total" window={days} data={total.data} />
    </div>
  );
}

function PrintedTable({ kind, window, data }: { kind: NetworkKind; window: Window; data: NetworkData }) {
  const { title, withUpline } = networks[kind];
  const { filter } = useNetwork(kind, window);
  const filters = appliedFilters(filter, window, () => {}).map(({ text }) => text);
  const { results, totalResults } = data.members;

  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.note}>
        {[
          results.length < totalResults
            ? `As primeiras ${formatNumber(results.length)} de ${formatNumber(totalResults)} pessoas; a folha de cálculo (Exportar) tem todas.`
            : `${formatNumber(totalResults)} ${totalResults === 1 ? 'pessoa' : 'pessoas'}.`,
          ...filters,
        ].join(' · ')}
      </p>
      <DataTable
        label={title}
        columns={networkColumns(withUpline, data.totals, plain)}
        rows={results}
        rowKey={({ id }) => id}
        empty={{ title: 'Nenhum colaborador', hint: '' }}
      />
    </section>
  );
}

const plain: ShownAmount = (member, which) => (member[which] === '0.00' ? <Zero /> : formatMoney(member[which]));

function usePrinted(kind: NetworkKind, window: Window) {
  const client = useQueryClient();
  const { pageNumber: _, pageSize: __, ...selection } = useNetwork(kind, window).query;
  return useQuery({
    queryKey: ['dashboard', 'printed', kind, selection],
    queryFn: () => fetchRows(client, kind, selection),
    retry: false,
    staleTime: 5000,
    gcTime: 0,
  });
}

async function fetchRows(
  client: QueryClient,
  kind: NetworkKind,
  selection: Omit<NetworkQuery, 'pageNumber' | 'pageSize'>,
): Promise<NetworkData> {
  const ask = (pageNumber: number) =>
    client.fetchQuery(networks[kind].page({ ...selection, pageNumber, pageSize: rowsAtOnce }));
  const first = await ask(0);
  const rows = [...first.members.results];
  for (let page = 1; page < first.members.totalPages && rows.length < mostRows; page++) {
    rows.push(...(await ask(page)).members.results);
  }
  return { ...first, members: { ...first.members, results: rows.slice(0, mostRows) } };
}
