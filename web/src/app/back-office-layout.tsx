import '@mantine/core/styles/Burger.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Burger, CloseButton, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { SearchField } from '../search/search-field.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from '../ui/frame.tsx';
import { Mantine } from '../ui/mantine.tsx';
import { Opening } from '../ui/opening.tsx';
import styles from './back-office-layout.module.css';
import { BackOfficeMenu, areaOf } from './back-office-menu.tsx';
import { useOverPage } from './over-page.ts';
import { useShortcuts } from './shortcuts.ts';
import { Works } from './works.tsx';

export function BackOfficeLayout() {
  const { user, settings, signOut } = useIdentity();
  const { pathname } = useLocation();
  const [menuOpen, menu] = useDisclosure(false);
  const { Part, open, close: closePart } = useOverPage();
  const { close } = menu;

  useShortcuts(open);
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
        search={<SearchField onOpen={() => open('search')} />}
        actions={
          <>
            <Works />
            <span className={styles.user}>{user.name}</span>
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
        side={<BackOfficeMenu pathname={pathname} onShortcuts={() => open('shortcuts')} />}
      >
        <title>{`${areaOf(pathname) ?? 'Backoffice'} · ${settings.title}`}</title>
        <Drawer.Root opened={menuOpen} onClose={close} size="18rem">
          <Drawer.Overlay />
          <Drawer.Content aria-label="Menu">
            <Drawer.Body>
              <CloseButton className={styles.close} size="lg" onClick={close} />
              <BackOfficeMenu pathname={pathname} userName={user.name ?? ''} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
        {Part && (
          <Part
            onClose={closePart}
            onDoes={(does) => {
              if (does === 'signOut') signOut();
              else open(does);
            }}
          />
        )}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Opening />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Frame>
    </Mantine>
  );
}
