import type { Order } from '@rede/contract/orders';
import { Link } from 'react-router';
import { ActivityList } from '../activity/activity-list.tsx';
import { PageSection } from '../ui/page-section.tsx';
import styles from './order-activity.module.css';

/** Where an order comes from, and who changed what. */
export function OrderActivity({ order: { id, importId } }: { order: Order }) {
  return (
    <div className={styles.root}>
      <PageSection id="historico" title="Histórico">
        {importId !== null && (
          <p className={styles.origin}>
            Veio de <Link to={`/backoffice/upload-csv?ficheiro=${importId}`}>um ficheiro</Link>.
          </p>
        )}
        <ActivityList
          of={{ orderId: id }}
          empty={<p>Ninguém mudou esta encomenda desde que há registo de actividade.</p>}
        />
      </PageSection>
    </div>
  );
}
