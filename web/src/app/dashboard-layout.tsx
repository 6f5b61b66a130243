import { useIdentity } from '../identity/identity.tsx';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { NetworkFooter } from '../dashboard/network-footer.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from '../ui/frame.tsx';

export function DashboardLayout() {
  const { user, settings, signOut } = useIdentity();

  return (
    <Frame
      logo={settings.logo}
      title={<h1>Dashboard</h1>}
      subtitle={[user.name, user.internalId].filter(Boolean).join(' · ')}
      actions={
        <>
          {user.isAdmin && (
            <Button to="/" variant="terciary">
              Backoffice
            </Button>
          )}
          <Button to="/ajuda#para-consultores" variant="terciary">
            Ajuda
          </Button>
          <Button variant="neutral" onClick={signOut}>
            Terminar Sessão
          </Button>
        </>
      }
      footer={<NetworkFooter />}
    >
      <title>{`Dashboard · ${settings.title}`}</title>
      <ErrorBoundary>
        <DashboardPage />
      </ErrorBoundary>
    </Frame>
  );
}
