import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './list-filter.module.css';

interface ListFilterProps {
  onFilter: () => void;
  onClear: () => void;
  /** How many filters are set, shown on a phone while the form is closed. */
  active: number;
  /** How many of the fields in `more` are set. */
  activeMore: number;
  /** Fields that are asked for less, in a second line that one press opens. */
  more: ReactNode;
  /** The fields of the line. */
  children: ReactNode;
}

/** The filters of a list of the back office: one line, and a second one for the rest; on a phone closed at first. */
export function ListFilter({ onFilter, onClear, active, activeMore, more, children }: ListFilterProps) {
  const [open, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const rest = useRef<HTMLDivElement>(null);
  const opened = useRef(false);
  const id = useId();

  useEffect(() => {
    if (opened.current && unfolded) rest.current?.querySelector<HTMLElement>('input, select')?.focus();
    opened.current = true;
  }, [unfolded]);

  return (
    <form
      className={styles.root}
      aria-label="Filtros"
      tabIndex={-1}
      noValidate
      data-open={open}
      onSubmit={(event) => {
        event.preventDefault();
        onFilter();
      }}
    >
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={`${id} ${id}-more`}
        onClick={() => setOpen(!open)}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        <span>{active === 0 ? 'Filtros' : `Filtros (${active})`}</span>
      </button>
      <div id={id} className={styles.fields}>
        {children}
      </div>
      <div className={styles.buttons}>
        <Button
          variant="neutral"
          className={styles.unfold ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-expanded={unfolded}
          aria-controls={`${id}-more`}
          onClick={() => setUnfolded(!unfolded)}
        >
          {activeMore === 0 ? 'filtro' : `filtro (${activeMore})`}
        </Button>
        <Button type="submit" variant="primary">
          Filtrar
        </Button>
        <Button variant="neutral" onClick={onClear}>
          Limpar
        </Button>
      </div>
      <div ref={rest} id={`${id}-more`} className={styles.more} data-unfolded={unfolded}>
        {more}
      </div>
    </form>
  );
}
