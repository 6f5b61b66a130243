import { useQuery } from '@tanstack/react-query';
import { IconBookmark } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { addressOf, viewIdOf } from './addresses.ts';
import { savedViewsQuery } from './calls.ts';
import styles from './saved-view-links.module.css';

/** The saved views as links of the side menu; nothing where there are none. */
export function SavedViewLinks() {
  const { data = [] } = useQuery(savedViewsQuery);
  const { search } = useLocation();
  const open = viewIdOf(search);

  if (data.length === 0) return null;
  return (
    <nav className={styles.root} aria-labelledby="saved-views">
      <p id="saved-views" className={styles.title}>
        Vistas guardadas
      </p>
      <ul className={styles.list}>
        {data.map((view) => (
          <li key={view.id}>
            <Link
              className={styles.entry}
              to={addressOf(view)}
              aria-current={view.id === open ? 'page' : undefined}
              title={view.own ? view.name : `${view.name} (partilhada por ${view.madeBy})`}
            >
              <IconBookmark size={16} stroke={1.7} aria-hidden />
              <span>{view.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
