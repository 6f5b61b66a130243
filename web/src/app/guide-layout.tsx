import { useIdentity } from '../identity/identity.tsx';
import { Button } from '../ui/button.tsx';
import { Frame } from '../ui/frame.tsx';
import GuidePage from './guide-page.tsx';

/** The guide for who has no back office. A default export, for `lazy`. */
export default function GuideLayout() {
  const { user, settings, signOut } = useIdentity();

  return (
    <Frame
      logo={settings.logo}
      title={<p>Ajuda</p>}
      subtitle={user.name}
      actions={
        <>
          <Button to="/" variant="terciary">
            Dashboard
          </Button>
          <Button variant="neutral" onClick={signOut}>
            Terminar Sessão
          </Button>
        </>
      }
    >
      <title>{`Ajuda · ${settings.title}`}</title>
      <GuidePage />
    </Frame>
  );
}
