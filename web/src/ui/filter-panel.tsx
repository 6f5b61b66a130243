import { Button } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronDown, IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './filter-panel.module.css';

interface FilterPanelProps {
  /** The form's name, where a page has several. */
  label?: string;
  onFilter: () => void;
  onClear?: () => void;
  /** How many filters are set, shown while the panel is closed. */
  active: number;
  /** More buttons, after Filtrar and Limpar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form of filters that apply together; on a phone closed at first. */
export function FilterPanel({ label = 'Filtros', onFilter, onClear, active, actions, children }: FilterPanelProps) {
  const [open, { toggle }] = useDisclosure(false);
  const id = useId();

  return (
    <form
      className={styles.root}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onFilter();
      }}
    >
      <button type="button" className={styles.toggle} aria-expanded={open} aria-controls={id} onClick={toggle}>
        <IconAdjustmentsHorizontal size={18} aria-hidden />
        <span>{active === 0 ? 'Filtros' : `Filtros (${active})`}</span>
        <IconChevronDown className={styles.chevron} size={18} aria-hidden />
      </button>
      <div id={id} className={styles.panel} data-open={open}>
        <div className={styles.fields}>{children}</div>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" leftSection={<IconFilter size={16} aria-hidden />}>
            Filtrar
          </Button>
          {onClear && (
            <Button variant="neutral" onClick={onClear}>
              Limpar
            </Button>
          )}
          {actions}
        </div>
      </div>
    </form>
  );
}
