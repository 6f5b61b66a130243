import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './screens.module.css';

interface ScreenProps {
  logo?: string;
  children: ReactNode;
}

/** A screen that says one thing, where there is no page to show. */
export function Screen({ logo = '/logo.svg', children }: ScreenProps) {
  return (
    <main className={styles.root}>
      <img className={styles.logo} src={logo} alt="" width={64} height={64} />
      {children}
    </main>
  );
}

export function Starting() {
  return (
    <Screen>
      <output>
        <h1 className={styles.starting}>Loading...</h1>
      </output>
    </Screen>
  );
}

interface TurnedAwayProps {
  message: string;
  retry?: () => void;
  signOut?: () => void;
}

export function TurnedAway({ message, retry, signOut }: TurnedAwayProps) {
  return (
    <Screen>
      <div role="alert">
        <h1 className={styles.message}>{message}</h1>
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
