import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Density } from '../lib/list-preferences.ts';
import { Button } from './button.tsx';
import styles from './list-options.module.css';

interface ListOptionsProps {
  /** All columns; the first is always shown. */
  columns: readonly { key: string; title: string }[];
  shown: readonly string[];
  onColumns: (keys: readonly string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
}

const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compactas' },
  { value: 'comfortable', label: 'Confortáveis' },
];

/** Which columns a list shows, and how high its rows are. A default export, for `lazy`. */
export default function ListOptions({ columns, shown, onColumns, density, onDensity }: ListOptionsProps) {
  const [open, setOpen] = useState(false);

  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="neutral"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
          className={styles.button ?? ''}
        >
          Colunas
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colunas e linhas" className={styles.panel}>
        <fieldset className={styles.group}>
          <legend>Colunas</legend>
          {columns.map(({ key, title }, place) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={shown.includes(key)}
                disabled={place === 0}
                onChange={({ currentTarget }) =>
                  onColumns(currentTarget.checked ? [...shown, key] : shown.filter((other) => other !== key))
                }
              />
              {title}
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Linhas</legend>
          {densities.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="density" checked={density === value} onChange={() => onDensity(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
