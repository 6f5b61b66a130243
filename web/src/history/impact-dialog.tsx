import type { ImpactPreview } from '@rede/contract/history';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Impact } from './impact.tsx';

interface Question {
  impact: ImpactPreview;
  confirm: 'Guardar' | 'Apagar';
  /** What happens to other periods, in words. */
  periods: readonly string[];
  answer: (yes: boolean) => void;
}

/**
 * A confirmation dialog for a change that moves orders between networks or takes days from other periods. Any other change is confirmed
 * without asking. Render `dialog` anywhere on the page.
 */
export function useImpactDialog() {
  const [asked, setAsked] = useState<Question>();

  function confirmImpact(
    impact: ImpactPreview,
    confirm: Question['confirm'],
    periods: readonly string[] = [],
  ): Promise<boolean> {
    if (impact.networks.length === 0 && periods.length === 0) return Promise.resolve(true);
    return new Promise((answer) => setAsked({ impact, confirm, periods, answer }));
  }

  function close(yes: boolean) {
    setAsked(undefined);
    asked?.answer(yes);
  }

  const movesOrders = asked === undefined || asked.impact.networks.length > 0;
  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      wide
      destructive={asked?.confirm === 'Apagar'}
      title={movesOrders ? 'Esta alteração move encomendas' : 'Esta alteração mexe noutros períodos'}
      message={
        movesOrders
          ? 'As encomendas ficam com quem as fez; o que muda é para que redes contam.'
          : 'Nenhuma encomenda muda de rede.'
      }
      confirm={asked?.confirm ?? 'Guardar'}
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
    >
      {asked && <Impact impact={asked.impact} periods={asked.periods} />}
    </ConfirmDialog>
  );

  return { confirmImpact, dialog };
}
