import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { Screen } from '../ui/screens.tsx';

export function NotFound() {
  const { settings } = useIdentity();

  return (
    <Screen logo={settings.logo}>
      <title>{`Pagina não encontrada · ${settings.title}`}</title>
      <h1>Pagina não encontrada</h1>
      <p>O endereço que abriu não existe, ou mudou de lugar.</p>
      <Button component={Link} to="/">
        Ir para a página inicial
      </Button>
    </Screen>
  );
}
