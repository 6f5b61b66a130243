import { useState } from 'react';
import { useSearchParams } from 'react-router';

export type Density = 'compact' | 'comfortable';

/** How high the rows of all lists are; kept on this device. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    localStorage.getItem('density') === 'comfortable' ? 'comfortable' : 'compact',
  );

  function choose(wanted: Density): void {
    localStorage.setItem('density', wanted);
    setDensity(wanted);
  }

  return [density, choose];
}

/** The parameter of a list's columns in its address: a link shows them as they were. */
export const columnsParam = 'colunas';

/**
 * The keys of the columns a list shows, in the order of `all`: those of its address, else those last chosen on this device, else the
 * standard. The first column is always there.
 */
export function useColumns(
  page: string,
  all: readonly string[],
  standard: readonly string[],
): [shown: string[], choose: (keys: readonly string[]) => void] {
  const [params, setParams] = useSearchParams();
  const key = `columns:${page}`;
  const [kept, setKept] = useState(() => localStorage.getItem(key));
  const wanted = (params.get(columnsParam) ?? kept)?.split(',') ?? standard;
  const shown = all.filter((column, place) => place === 0 || wanted.includes(column));

  function choose(keys: readonly string[]): void {
    const value = all.filter((column) => keys.includes(column)).join(',');
    const isStandard = value === all.filter((column) => standard.includes(column)).join(',');
    setKept(isStandard ? null : value);
    if (isStandard) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    setParams(
      (before) => {
        before.delete(columnsParam);
        if (!isStandard) before.set(columnsParam, value);
        return before;
      },
      { replace: true },
    );
  }

  return [shown, choose];
}
