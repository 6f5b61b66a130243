import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { Frame } from '../ui/frame.tsx';
import styles from './not-found.module.css';

export function NotFound() {
  const { user, settings, signOut } = useIdentity();

  return (
    <Frame
      logo={settings.logo}
      title={<p>{settings.title}</p>}
      subtitle={user.name}
      actions={
        <Button variant="neutral" onClick={signOut}>
          Terminar Sessão
        </Button>
      }
    >
      <title>{`Pagina não encontrada · ${settings.title}`}</title>
      <div className={styles.root}>
        <h1 className={styles.title}>Pagina não encontrada</h1>
        <p className={styles.reason}>O endereço que abriu não existe, ou mudou de lugar.</p>
        <Button component={Link} to="/">
          Ir para a página inicial
        </Button>
      </div>
    </Frame>
  );
}
