import { type Change, activity } from '@rede/contract/activity';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { type FilterInput, useRememberedFilter } from '../lib/remembered-filter.ts';
import { useRememberedScroll } from '../lib/remembered-scroll.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { ActivityFilter, activeFilters } from './activity-filter.tsx';
import styles from './activity.module.css';
import { activityPage, exportActivity } from './calls.ts';
import { Changes } from './changes.tsx';
import { UndoDialog } from './undo-dialog.tsx';

/** A default export, for `lazy`, like all pages of the back office. */
export default function ActivityPage() {
  const [filter, setFilter] = useRememberedFilter(activity.list.query, { page: 'activity' });
  const { data, error, isFetching, refetch } = useQuery(activityPage(filter));
  const exporting = useMutation(exportActivity);
  useRememberedScroll('activity', filter, data !== undefined);
  const [undoing, setUndoing] = useState<Change>();

  return (
    <>
      <PageHeader
        title="Registo de Actividade"
        subtitle="Quem fez o quê, e quando. Nada daqui se apaga."
        actions={
          <ExportButton
            busy={exporting.isPending}
            onExport={() => {
              const { pageNumber: _, pageSize: __, ...selection } = filter;
              exporting.mutate(selection);
            }}
          />
        }
      />
      <ActivityFilter
        applied={filter}
        onFilter={(wanted) => setFilter(wanted as FilterInput<typeof activity.list.query>)}
      />
      <output className={styles.count}>
        {isFetching || !data ? 'A carregar dados...' : counted(data.totalResults)}
      </output>
      <Changes
        label="Registo de Actividade"
        changes={data?.results}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
        onUndo={setUndoing}
        placeholders={8}
        empty={
          activeFilters(filter) > 0 ? (
            <p>Ninguém fez nada que corresponda. Altere os filtros, ou use Limpar para ver tudo.</p>
          ) : (
            <p>Ainda ninguém fez nada. O que se fizer a partir de agora fica aqui.</p>
          )
        }
      />
      <Pager
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={(pageNumber) => setFilter({ ...filter, pageNumber })}
      />
      <UndoDialog change={undoing} onClose={() => setUndoing(undefined)} />
    </>
  );
}

function counted(results: number): string {
  return results === 1 ? '1 acção' : `${formatNumber(results)} acções`;
}
