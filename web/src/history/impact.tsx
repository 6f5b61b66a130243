import type { ImpactPreview } from '@rede/contract/history';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import styles from './impact.module.css';

interface ImpactProps {
  impact: ImpactPreview;
  /** What happens to other periods, in words. */
  periods: readonly string[];
}

/** What a change of the history does to other periods, and which orders it moves; nothing where it does neither. */
export function Impact({ impact: { networks }, periods }: ImpactProps) {
  if (networks.length === 0 && periods.length === 0) return null;
  return (
    // A long list scrolls, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.changes} aria-label="O que muda" tabIndex={0}>
      {periods.length > 0 && (
        <>
          <h3 className={styles.heading}>Cedem dias a este período</h3>
          <ul className={styles.periods}>
            {periods.map((period) => (
              <li key={period}>{period}</li>
            ))}
          </ul>
        </>
      )}
      <Networks title="Saem da rede de" networks={networks.filter(({ change }) => change === 'leaves')} />
      <Networks title="Entram na rede de" networks={networks.filter(({ change }) => change === 'enters')} />
    </section>
  );
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
