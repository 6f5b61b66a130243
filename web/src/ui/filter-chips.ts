import type { AppliedFilter } from './applied-filters.tsx';

/** Makes the chips of what a list filters by: from the words for some fields, undefined where they are not set. */
export function chipsOf<Query extends { pageNumber: number }>(
  applied: Query,
  onFilter: (wanted: Partial<Query>) => void,
): (text: string | undefined, ...fields: (keyof Query)[]) => AppliedFilter[] {
  return (text, ...fields) => {
    if (text === undefined) return [];
    const others = Object.fromEntries(
      Object.entries(applied).filter(([field]) => !fields.includes(field as keyof Query)),
    );
    return [{ text, onRemove: () => onFilter({ ...(others as Partial<Query>), pageNumber: 0 }) }];
  };
}

/** `Nome: ana` */
export function named(name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${name}: ${value}`;
}

/** `Valor de 10,00 € a 20,00 €` */
export function ranging(name: string, from: string | undefined, until: string | undefined): string | undefined {
  if (from === undefined && until === undefined) return undefined;
  if (until === undefined) return `${name} de ${from}`;
  return from === undefined ? `${name} até ${until}` : `${name} de ${from} a ${until}`;
}

/** How many fields of a filter form are set. */
export function countSet(fields: Readonly<Record<string, string>>): number {
  return Object.values(fields).filter((value) => value !== '').length;
}
