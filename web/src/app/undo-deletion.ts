import type { QueryClient } from '@tanstack/react-query';
import { type DeletedRecord, restoreRecord } from '../activity/calls.ts';
import type { ToastAction } from '../ui/toaster.tsx';

/** Brings a deleted record back, once; the outcome is said by toasts of its own. */
export function undoOf(queryClient: QueryClient, record: DeletedRecord): ToastAction {
  const restore = queryClient.getMutationCache().build(queryClient, restoreRecord);
  return {
    label: 'Anular',
    onPress: async () => {
      if (restore.state.status === 'idle') await restore.execute(record).then(nothing, nothing);
    },
  };
}

function nothing(): void {}
