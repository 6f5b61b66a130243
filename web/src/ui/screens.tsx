import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './screens.module.css';

interface ScreenProps {
  /** The logo's URL; by default the server's, for screens before the settings are loaded. */
  logo?: string;
  children: ReactNode;
}

/** A screen with a single message, where there is no page to show. */
export function Screen({ logo = '/logo', children }: ScreenProps) {
  return (
    <main className="screen">
      <img src={logo} alt="" width={72} height={72} />
      {children}
    </main>
  );
}

export function Starting() {
  return (
    <Screen>
      <output>
        <h1>Loading...</h1>
      </output>
    </Screen>
  );
}

interface ErrorScreenProps {
  message: string;
  /** Under the message: what one can do about it. */
  help?: ReactNode;
  retry?: () => void;
  signOut?: () => void;
}

export function ErrorScreen({ message, help, retry, signOut }: ErrorScreenProps) {
  return (
    <Screen>
      <div role="alert">
        <h1 className={styles.message}>{message}</h1>
        {help && <div className={styles.help}>{help}</div>}
      </div>
      <div className={styles.actions}>
        {retry && <Button onClick={retry}>Tentar novamente</Button>}
        {signOut && (
          <Button variant={retry ? 'neutral' : 'primary'} onClick={signOut}>
            Terminar Sessão
          </Button>
        )}
      </div>
    </Screen>
  );
}
