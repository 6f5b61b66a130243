import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import styles from './row-menu.module.css';

export interface MenuChoice {
  text: string;
  /** A page, or what it does. */
  to?: string;
  onClick?: () => void;
}

interface OpenRowMenuProps {
  /** The row's name. */
  of: string;
  choices: readonly MenuChoice[];
  onClose: () => void;
}

/** The open menu of a row. A default export, for `lazy`. */
export default function OpenRowMenu({ of, choices, onClose }: OpenRowMenuProps) {
  return (
    <Menu opened onChange={onClose} position="bottom-end" offset={2} shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <span className={styles.anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Mais acções de ${of}`}>
        {choices.map(({ text, to, onClick }) =>
          to === undefined ? (
            <Menu.Item
              key={text}
              onClick={() => {
                onClose();
                onClick?.();
              }}
            >
              {text}
            </Menu.Item>
          ) : (
            <Menu.Item key={text} component={Link} to={to}>
              {text}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
