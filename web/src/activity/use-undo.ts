import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toasts.ts';
import { undoChange } from './calls.ts';

/** Says that a change was done, and offers to undo it as a whole. */
export function useUndo(): (changeId: number, message: string) => void {
  const client = useQueryClient();
  return (changeId, message) => {
    const undo = client.getMutationCache().build(client, undoChange);
    toast('success', message, {
      label: 'Anular',
      onPress: () =>
        undo.execute(changeId).then(
          () => undefined,
          (error: Error) => toast('error', `Não foi possível anular: ${error.message}`),
        ),
    });
  };
}
