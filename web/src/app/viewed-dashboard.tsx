import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { beginView } from '../consultants/calls.ts';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { NetworkFooter } from '../dashboard/network-footer.tsx';
import { currentUserQuery } from '../identity/calls.ts';
import { IdentityContext, useIdentity } from '../identity/identity.tsx';
import { RememberedUnder } from '../lib/remembered-filter.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Failure } from '../ui/failure.tsx';
import { Frame } from '../ui/frame.tsx';
import { ViewedConsultant } from './viewed-consultant.tsx';
import styles from './viewed-dashboard.module.css';

/** The dashboard as a consultant sees it, for an administrator, to read only. A default export, for `lazy`. */
export default function ViewedDashboardPage() {
  const { userId = '' } = useParams();
  // It is noted before anything is shown.
  const { data: isNoted, error, refetch } = useQuery(beginView(userId));

  if (error) return <Unseen error={error} onRetry={() => void refetch()} />;
  if (!isNoted) return <Waiting />;
  return (
    <ViewedConsultant key={userId} id={Number(userId)}>
      <RememberedUnder value={`${userId}:`}>
        <ViewedDashboard userId={userId} />
      </RememberedUnder>
    </ViewedConsultant>
  );
}

function ViewedDashboard({ userId }: { userId: string }) {
  const own = useIdentity();
  const { settings } = own;
  const { data, error, refetch } = useQuery(currentUserQuery);
  const asSeen = useMemo(() => data && { ...own, user: { ...data, isAdmin: false } }, [own, data]);
  const navigate = useNavigate();

  if (!asSeen && error) return <Unseen error={error} onRetry={() => void refetch()} />;
  if (!data || !asSeen) return <Waiting />;
  const person = [data.name, data.internalId].filter(Boolean).join(' · ');
  return (
    <IdentityContext value={asSeen}>
      <section className={styles.banner} aria-label="Ver como consultor">
        <p>
          <IconEye size={18} aria-hidden />
          <span>
            Está a ver como <strong>{person}</strong>
          </span>
          <span className={styles.note}>só para consulta; fica no registo de actividade</span>
        </p>
        <Button variant="neutral" onClick={() => void navigate(`/backoffice/users/${userId}`)}>
          Sair
        </Button>
      </section>
      <Frame logo={settings.logo} title={<h1>Dashboard</h1>} subtitle={person} footer={<NetworkFooter />}>
        <title>{`Ver como ${data.name ?? person} · ${settings.title}`}</title>
        <ErrorBoundary>
          <DashboardPage />
        </ErrorBoundary>
      </Frame>
    </IdentityContext>
  );
}

function Waiting() {
  const { settings } = useIdentity();
  return (
    <Frame logo={settings.logo} title={<p>Dashboard</p>}>
      <output>A carregar dados...</output>
    </Frame>
  );
}

function Unseen({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { settings } = useIdentity();
  return (
    <Frame logo={settings.logo} title={<h1>Ver como consultor</h1>}>
      <title>{`Ver como consultor · ${settings.title}`}</title>
      <Failure error={error} onRetry={onRetry} back={{ to: '/backoffice/users', text: 'Voltar aos consultores' }} />
    </Frame>
  );
}
