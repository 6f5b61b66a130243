import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { type AppliedFilter, AppliedFilters } from './applied-filters.tsx';
import { Button } from './button.tsx';
import styles from './filter-panel.module.css';

export type { AppliedFilter };

interface FilterPanelProps {
  /** The form's name, where a page has several. */
  label?: string;
  onFilter: () => void;
  onClear?: () => void;
  /** How many filters are set, shown while the panel is closed. */
  active: number;
  /** The filters that are set, each of which can be removed by itself. */
  applied?: readonly AppliedFilter[];
  /** Buttons that stay outside of the closed panel. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form of filters that apply together, in one line where there is room; on a phone closed at first. */
export function FilterPanel(props: FilterPanelProps) {
  const { label = 'Filtros', onFilter, onClear, active, applied = [], actions, children } = props;
  const [open, setOpen] = useState(false);
  const id = useId();

  return (
    <form
      className={styles.root}
      aria-label={label}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onFilter();
      }}
    >
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        <span>{active === 0 ? 'Filtros' : `Filtros (${active})`}</span>
      </button>
      <div id={id} className={styles.panel} data-open={open}>
        <div className={styles.fields}>{children}</div>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary">
            Filtrar
          </Button>
          {onClear && (
            <Button variant="neutral" onClick={onClear}>
              Limpar
            </Button>
          )}
        </div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      <AppliedFilters filters={applied} />
    </form>
  );
}
