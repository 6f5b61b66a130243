import type { ImpactPreview } from '@rede/contract/history';
import { useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import styles from './impact-dialog.module.css';

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
      {asked && (
        // A long list scrolls, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.changes} aria-label="O que muda" tabIndex={0}>
          {asked.periods.length > 0 && (
            <>
              <h3 className={styles.heading}>Cedem dias a este período</h3>
              <ul className={styles.periods}>
                {asked.periods.map((period) => (
                  <li key={period}>{period}</li>
                ))}
              </ul>
            </>
          )}
          <Networks
            title="Saem da rede de"
            networks={asked.impact.networks.filter(({ change }) => change === 'leaves')}
          />
          <Networks
            title="Entram na rede de"
            networks={asked.impact.networks.filter(({ change }) => change === 'enters')}
          />
        </section>
      )}
    </ConfirmDialog>
  );

  return { confirmImpact, dialog };
}

const kinds = { direct: 'Rede directa', total: 'Rede total' };

function Networks({ title, networks }: { title: string; networks: ImpactPreview['networks'] }) {
  if (networks.length === 0) return null;
  return (
    <table className={styles.group}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Rede</th>
          <th scope="col">Encomendas</th>
          <th scope="col">Valor</th>
          <th scope="col">Por pagar</th>
        </tr>
      </thead>
      <tbody>
        {networks.map(({ internalId, name, network, orders, totalOrdersValue, totalPendingValue }) => (
          <tr key={`${internalId}-${network}`}>
            <th scope="row">
              <span className={styles.name}>{name}</span>{' '}
              <span className={styles.kind}>
                {internalId} · {kinds[network]}
              </span>
            </th>
            <td data-label="Encomendas">{formatNumber(orders)}</td>
            <td data-label="Valor">{formatMoney(totalOrdersValue)}</td>
            <td data-label="Por pagar">{formatMoney(totalPendingValue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
