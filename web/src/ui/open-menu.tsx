import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './open-menu.module.css';

export interface MenuChoice {
  text: string;
  /** What stands after the text, quieter. */
  note?: string | undefined;
  icon?: ReactNode;
  /** A page, or what it does. */
  to?: string;
  onClick?: () => void;
  /** It is the one that holds now. */
  current?: boolean;
}

interface OpenMenuProps {
  label: string;
  /** With a line between one group and the next. */
  groups: readonly (readonly MenuChoice[])[];
  onClose: () => void;
}

/** An open menu, under what it stands in; the button that opened it takes the focus back. A default export, for `lazy`. */
export default function OpenMenu({ label, groups, onClose }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => itemsOf(menu.current)[0]?.focus({ preventScroll: true }), []);

  function onKeyDown(event: KeyboardEvent): void {
    const all = itemsOf(menu.current);
    const from = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    } else if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  }

  return (
    <Popover
      opened
      onChange={onClose}
      position="bottom-end"
      offset={2}
      shadow="md"
      withRoles={false}
      transitionProps={{ duration: 0 }}
      portalProps={{ target: document.querySelector('main') ?? document.body }}
    >
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <div ref={menu} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {groups
            .filter((group) => group.length > 0)
            .map((group) => (
              <div key={group[0]?.text} role="none" className={styles.group}>
                {group.map((choice) => (
                  <Choice key={choice.to ?? choice.text} choice={choice} onClose={onClose} />
                ))}
              </div>
            ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ choice, onClose }: { choice: MenuChoice; onClose: () => void }) {
  const { text, note, icon, to, onClick, current } = choice;
  const look = {
    role: 'menuitem',
    tabIndex: -1,
    className: styles.choice,
    'aria-current': current ? ('true' as const) : undefined,
    onClick: () => {
      onClose();
      onClick?.();
    },
    children: (
      <>
        {icon}
        <span>
          {text} {note !== undefined && <span className={styles.note}>{note}</span>}
        </span>
      </>
    ),
  };
  return to === undefined ? <button type="button" {...look} /> : <Link to={to} {...look} />;
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}
