import {
  IconFileSpreadsheet,
  IconHelpCircle,
  IconHistory,
  IconKeyboard,
  IconReceiptEuro,
  IconUsers,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { SavedViewLinks } from '../saved-views/saved-view-links.tsx';
import styles from './back-office-menu.module.css';

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
    holds: /^\/backoffice\/(orders|add-orders|edit-orders)/,
  },
];

const others = [
  {
    name: 'Carregar CSV',
    path: '/backoffice/upload-csv',
    icon: IconFileSpreadsheet,
    holds: /^\/backoffice\/upload-csv/,
  },
  { name: 'Registo de Actividade', path: '/backoffice/activity', icon: IconHistory, holds: /^\/backoffice\/activity/ },
  { name: 'Ajuda', path: '/ajuda', icon: IconHelpCircle, holds: /^\/ajuda/ },
];

/** The name of the area that a page is part of. */
export function areaOf(pathname: string): string | undefined {
  return [...areas, ...others].find(({ holds }) => holds.test(pathname))?.name;
}

interface BackOfficeMenuProps {
  pathname: string;
  /** Who is signed in, where the header has no room to say it. */
  userName?: string;
  /** Opens the list of shortcuts; absent where there is no keyboard. */
  onShortcuts?: () => void;
}

export function BackOfficeMenu({ pathname, userName, onShortcuts }: BackOfficeMenuProps) {
  return (
    <div className={styles.root}>
      {userName !== undefined && <p className={styles.user}>{userName}</p>}
      <nav aria-label="Backoffice">
        <Entries entries={areas} pathname={pathname} />
        <Entries entries={others} pathname={pathname} quiet />
      </nav>
      <SavedViewLinks />
      {onShortcuts && (
        <button type="button" className={styles.shortcuts} onClick={onShortcuts}>
          <IconKeyboard size={18} stroke={1.7} aria-hidden />
          Atalhos de teclado
          <kbd className={styles.key} aria-hidden>
            ?
          </kbd>
        </button>
      )}
    </div>
  );
}

interface EntriesProps {
  entries: typeof areas;
  pathname: string;
  quiet?: boolean;
}

function Entries({ entries, pathname, quiet = false }: EntriesProps) {
  return (
    <ul className={styles.menu} data-quiet={quiet || undefined}>
      {entries.map(({ name, path, icon: Icon, holds }) => (
        <li key={path}>
          <NavLink className={styles.entry} to={path} data-active={holds.test(pathname) || undefined}>
            <Icon size={18} stroke={1.7} aria-hidden />
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
