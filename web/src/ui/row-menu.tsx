import { IconDots } from '@tabler/icons-react';
import { Suspense, lazy, useRef, useState } from 'react';
import type { MenuChoice } from './open-menu.tsx';
import { RowButton } from './row-action.tsx';
import styles from './row-menu.module.css';

// Loaded lazily: the rows come first.
const OpenMenu = lazy(() => import('./open-menu.tsx'));

interface RowMenuProps {
  /** The row's name. */
  of: string;
  choices: readonly MenuChoice[];
}

/** What else can be done with a row. The menu itself is drawn when it is opened: a page has a hundred of them. */
export function RowMenu({ of, choices }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    if (document.activeElement === document.body || document.activeElement?.closest('[role=menu]')) {
      button.current?.focus({ preventScroll: true });
    }
  }

  return (
    <span className={styles.root}>
      <RowButton
        ref={button}
        of={`de ${of}`}
        icon={<IconDots size={16} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => (open ? close() : setOpen(true))}
        // A press outside closes the menu; the click that follows would open it again.
        onMouseDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
      >
        Mais acções
      </RowButton>
      {open && (
        <Suspense fallback={null}>
          <OpenMenu label={`Mais acções de ${of}`} groups={[choices]} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}
