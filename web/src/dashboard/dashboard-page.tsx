import { useIdentity } from '../identity/identity.tsx';
import { InsightsSection } from './insights-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { OpenedExtract } from './opened-extract.tsx';
import { SummaryCards } from './summary-cards.tsx';
import styles from './dashboard-page.module.css';

export function DashboardPage() {
  const { user } = useIdentity();

  if (user.internalId === null) {
    return (
      <div className={styles.none}>
        <h2>Não há rede para mostrar</h2>
        <p>A sua conta de administrador não está associada a um consultor.</p>
      </div>
    );
  }

  return (
    <>
      <SummaryCards />
      <NetworkSection kind="direct" />
      <NetworkSection kind="total" />
      <InsightsSection />
      <OpenedExtract />
    </>
  );
}
