import type { ViewedList } from '@rede/contract/saved-views';
import { IconBookmark, IconColumns3 } from '@tabler/icons-react';
import { Suspense, lazy } from 'react';
import type { Density } from '../lib/list-preferences.ts';
import { Button } from '../ui/button.tsx';

// Loaded lazily: the rows come first.
const SavedViewsMenu = lazy(() => import('./saved-views-menu.tsx'));
const ListOptions = lazy(() => import('../ui/list-options.tsx'));

interface ListToolsProps {
  list: ViewedList;
  /** All columns, those that are shown, and those that are without a choice. */
  columns: readonly { key: string; title: string }[];
  shown: readonly string[];
  standard: readonly string[];
  onColumns: (keys: readonly string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
}

/** How a list is shown: its views, its columns, how high its rows are. */
export function ListTools({ list, standard, ...options }: ListToolsProps) {
  return (
    <Suspense
      fallback={
        <>
          <Button variant="terciary" disabled leftSection={<IconBookmark size={16} aria-hidden />}>
            Vistas
          </Button>
          <Button variant="terciary" disabled leftSection={<IconColumns3 size={16} aria-hidden />}>
            Colunas
          </Button>
        </>
      }
    >
      <SavedViewsMenu list={list} columns={options.shown} standard={standard} />
      <ListOptions {...options} />
    </Suspense>
  );
}
