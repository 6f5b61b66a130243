import type { CurrentUser, Settings } from '@rede/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { EmailLink, PhoneLink, WebsiteLink } from '../ui/contact-links.tsx';
import { ErrorScreen, Starting } from '../ui/screens.tsx';
import { currentUserQuery, isAccessDenied, settingsQuery } from './calls.ts';
import type { Session } from './session.ts';

interface Identity {
  user: CurrentUser;
  settings: Settings;
  signOut: () => void;
}

export const IdentityContext = createContext<Identity | undefined>(undefined);

export function useIdentity(): Identity {
  const identity = use(IdentityContext);
  if (identity === undefined) throw new Error('Nobody is signed in outside <SignedIn>');
  return identity;
}

/** Renders its children for a signed-in person with access, and keeps them mounted while tokens are renewed. */
export function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  const phase = useSyncExternalStore(session.subscribe, session.phase);
  const signedIn = phase === 'signed-in' || phase === 'expired';
  const settings = useQuery({ ...settingsQuery, enabled: signedIn }).data;
  const { data: user, error, refetch } = useQuery({ ...currentUserQuery, enabled: signedIn });
  const identity = useMemo(
    () => user && settings && { user, settings, signOut: () => void session.signOut() },
    [user, settings, session],
  );

  if (phase === 'offline') return <Offline />;
  if (phase === 'failed') {
    return (
      <ErrorScreen message="Error initializing Keycloak. Please try again later." retry={() => location.reload()} />
    );
  }
  if (isAccessDenied(error)) {
    return (
      <ErrorScreen
        message={error.message}
        help={settings && <WhomToContact contact={settings.contact} />}
        signOut={() => void session.signOut()}
      />
    );
  }
  if (!signedIn) return <Starting />;
  if (identity !== undefined) return <IdentityContext value={identity}>{children}</IdentityContext>;
  if (error !== null)
    return <ErrorScreen message={error.message} retry={() => void refetch()} signOut={() => void session.signOut()} />;
  return <Starting />;
}

/** For who has no access: how to reach those who can give it. */
function WhomToContact({ contact: { phone, email, website } }: Pick<Settings, 'contact'>) {
  if (!phone && !email && !website) return <p>Para saber porquê, fale com o seu upline ou com quem gere a rede.</p>;
  return (
    <>
      <p>Para saber porquê, fale connosco:</p>
      <ul>
        {phone && (
          <li>
            <PhoneLink number={phone} />
          </li>
        )}
        {email && (
          <li>
            <EmailLink address={email} />
          </li>
        )}
        {website && (
          <li>
            <WebsiteLink url={website} />
          </li>
        )}
      </ul>
    </>
  );
}

/** Goes on by itself when the connection is back. */
function Offline() {
  const retry = () => location.reload();

  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });

  return <ErrorScreen message="Sem ligação à internet" retry={retry} />;
}
