import '@mantine/core/styles/Burger.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Burger, CloseButton, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconReceiptEuro, IconUsers } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { SavedViewLinks } from '../saved-views/saved-view-links.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from '../ui/frame.tsx';
import { Mantine } from '../ui/mantine.tsx';
import styles from './back-office-layout.module.css';

const areas = [
  {
    name: 'Gestão de Consultores',
    path: '/backoffice/users',
    icon: IconUsers,
    holds: /^\/backoffice\/users/,
  },
  {
    name: 'Gestão de Encomendas',
    path: '/backoffice/orders',
    icon: IconReceiptEuro,
    holds: /^\/backoffice\/(orders|add-orders|edit-orders|upload-csv)/,
  },
];

export function BackOfficeLayout() {
  const { user, settings, signOut } = useIdentity();
  const { pathname } = useLocation();
  const [menuOpen, menu] = useDisclosure(false);
  const area = areas.find(({ holds }) => holds.test(pathname));
  const { close } = menu;

  useEffect(close, [close, pathname]);

  return (
    <Mantine>
      <Frame
        logo={settings.logo}
        title={
          <p>
            <Link className={styles.home} to="/">
              Backoffice
            </Link>
          </p>
        }
        subtitle={user.name}
        menu={
          <Burger
            className={styles.burger}
            size="sm"
            opened={menuOpen}
            onClick={menu.toggle}
            aria-label="Menu"
            aria-expanded={menuOpen}
          />
        }
        actions={
          <>
            {user.internalId !== null && (
              <Button className={styles.dashboard} to="/dashboard" variant="terciary">
                Dashboard
              </Button>
            )}
            <Button variant="neutral" onClick={signOut}>
              Terminar Sessão
            </Button>
          </>
        }
        side={
          <>
            <Menu pathname={pathname} />
            <SavedViewLinks />
          </>
        }
      >
        <title>{`${area?.name ?? 'Backoffice'} · ${settings.title}`}</title>
        <Drawer.Root opened={menuOpen} onClose={close} size="18rem">
          <Drawer.Overlay />
          <Drawer.Content aria-label="Menu">
            <Drawer.Body>
              <CloseButton className={styles.close} size="lg" onClick={close} />
              <Menu pathname={pathname} />
              <SavedViewLinks />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<output>A carregar...</output>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Frame>
    </Mantine>
  );
}

function Menu({ pathname }: { pathname: string }) {
  return (
    <nav aria-label="Backoffice">
      <ul className={styles.menu}>
        {areas.map(({ name, path, icon: Icon, holds }) => (
          <li key={path}>
            <NavLink className={styles.entry} to={path} data-active={holds.test(pathname) || undefined}>
              <Icon size={20} stroke={1.7} aria-hidden />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
