import type { ActivityQuery, Change } from '@rede/contract/activity';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Pager } from '../ui/pager.tsx';
import { activityPage } from './calls.ts';
import { Changes } from './changes.tsx';
import { UndoDialog } from './undo-dialog.tsx';

interface ActivityListProps {
  /** What it is about: a consultant, an order, or the import of a file. */
  of: Pick<Partial<ActivityQuery>, 'consultantId' | 'orderId' | 'importId'>;
  pageSize?: number;
  /** What to say where nobody changed anything. */
  empty: ReactNode;
}

/** Who changed one thing, and what, the latest first. */
export function ActivityList({ of, pageSize = 10, empty }: ActivityListProps) {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(activityPage({ ...of, pageNumber, pageSize }));
  const [undoing, setUndoing] = useState<Change>();

  return (
    <>
      <Changes
        label="Acções"
        changes={data?.results}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
        onUndo={setUndoing}
        empty={empty}
        placeholders={2}
      />
      <Pager
        label="Páginas da actividade"
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
      />
      <UndoDialog change={undoing} onClose={() => setUndoing(undefined)} />
    </>
  );
}
