import type { SavedView, ViewedList } from '@rede/contract/saved-views';

const paths: Readonly<Record<ViewedList, string>> = {
  consultants: '/backoffice/users',
  orders: '/backoffice/orders',
  activity: '/backoffice/activity',
};

/** What says where somebody is in a list, and not what it shows. */
const placeParams = ['pageNumber', 'vista'];

/** The address of a view. Its name stands there: one without a filter is no plain link to the list, which takes up the last filter. */
export function addressOf({ list, query, id }: SavedView): string {
  return `${paths[list]}?${query === '' ? '' : `${query}&`}vista=${id}`;
}

/** What of a list's address is kept as a view. */
export function viewOf(search: string, columns: string | undefined): string {
  const params = new URLSearchParams(search);
  for (const name of placeParams) params.delete(name);
  if (columns !== undefined) params.set('colunas', columns);
  params.sort();
  return params.toString();
}

/** The view that an address names. */
export function viewIdOf(search: string): number | undefined {
  const id = new URLSearchParams(search).get('vista');
  return id === null ? undefined : Number(id);
}
