import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { RowButton } from './row-action.tsx';
import styles from './row-menu.module.css';

export interface MenuChoice {
  text: string;
  icon?: ReactNode;
  /** A page, or what it does. */
  to?: string;
  onClick?: () => void;
  destructive?: boolean;
}

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
        <Menu opened onChange={close} position="bottom-end" offset={2} shadow="md" transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <span className={styles.anchor} />
          </Menu.Target>
          <Menu.Dropdown aria-label={`Mais acções de ${of}`}>
            {choices.map(({ text, icon, to, onClick, destructive }) =>
              to === undefined ? (
                <Menu.Item
                  key={text}
                  leftSection={icon}
                  {...(destructive && { color: 'red' })}
                  onClick={() => {
                    close();
                    onClick?.();
                  }}
                >
                  {text}
                </Menu.Item>
              ) : (
                <Menu.Item key={text} leftSection={icon} component={Link} to={to}>
                  {text}
                </Menu.Item>
              ),
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
