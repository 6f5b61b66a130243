import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useDraft } from '../ui/drafts.ts';
import { page } from './calls.ts';
import { type Repair, changeRepair, repairsInHand } from './repair.ts';

/** Keeps what was typed into refused lines over a login, and asks before the tab is closed with some of it. Links lose nothing: it stays. */
export function useRepairDrafts(): void {
  const client = useQueryClient();
  const navigate = useNavigate();

  useDraft<[importId: number, Repair][]>({
    name: 'repairs',
    typed: () => {
      const repairs = repairsInHand(client);
      return repairs.length > 0 ? repairs : undefined;
    },
    // A line that was corrected meanwhile is no longer shown, and what was typed for it goes nowhere.
    before: () => null,
    restore: (repairs) => {
      for (const [importId, repair] of repairs) changeRepair(client, importId, () => repair);
      const [first] = repairs;
      if (first) void navigate(`${page}?ficheiro=${first[0]}`, { replace: true });
    },
  });

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (repairsInHand(client).length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [client]);
}
