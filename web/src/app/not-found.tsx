import { useIdentity } from '../identity/identity.tsx';
import { Button } from '../ui/button.tsx';
import { Frame } from '../ui/frame.tsx';
import styles from './not-found.module.css';

/** A default export, for `lazy`: hardly anybody comes here. */
export default function NotFound() {
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
        <Button to="/">Ir para a página inicial</Button>
      </div>
    </Frame>
  );
}
