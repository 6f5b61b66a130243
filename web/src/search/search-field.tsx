import { IconSearch } from '@tabler/icons-react';
import styles from './search-field.module.css';

const name = 'Procurar consultores, encomendas, acções';

/** Looks like the field that it opens; where there is no room it is an icon. */
export function SearchField({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className={styles.root}
      aria-label={name}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <IconSearch className={styles.icon} size={16} stroke={1.8} aria-hidden />
      <span className={styles.words}>{name}</span>
      {/* Drawn by the style: no part of the button's name. */}
      <kbd className={styles.hint} aria-hidden data-keys="Ctrl K" />
    </button>
  );
}
