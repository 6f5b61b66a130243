import { isDay } from '@rede/contract/days';
import type { CountedOrdersQuery, Window } from '@rede/contract/dashboard';
import { overlayParams } from '../lib/remembered-filter.ts';

/** Whose orders a figure adds up: one's own, or those of a member of one of the networks. */
export type Counted = { kind: 'own' } | { kind: 'direct' | 'total'; memberId: number };

type Sort = CountedOrdersQuery['sort'];

/** The orders behind a figure, as an address names them. */
export interface Extract {
  counted: Counted;
  /** Days that are absent are the standard ones. */
  window: Partial<Window>;
  /** The code of the network's head; absent: the reader's own. */
  head: string | undefined;
  sort: Sort;
}

/** An extract to open; the latest orders come first unless it says otherwise. */
type WantedExtract = Omit<Extract, 'sort'> & { sort?: Sort | undefined };

const form = /^(?:own|(direct|total)\.(\d{1,15}))$/;

const standardSort: Sort = '-createdAt';
const owedFirst: Sort = '-pending';

/** The extract that is open at an address; undefined: none. */
export function extractAt(search: string): Extract | undefined {
  const params = new URLSearchParams(search);
  const matched = form.exec(params.get('extracto') ?? '');
  if (!matched) return undefined;
  const [, kind, memberId] = matched;
  const startDate = params.get('de') ?? '';
  const endDate = params.get('ate') ?? '';
  return {
    counted: kind === undefined ? { kind: 'own' } : { kind: kind as 'direct' | 'total', memberId: Number(memberId) },
    window: { ...(isDay(startDate) && { startDate }), ...(isDay(endDate) && { endDate }) },
    head: params.get('rede')?.trim() || undefined,
    sort: params.get('ordem') === owedFirst ? owedFirst : standardSort,
  };
}

/** The address of an extract over the page at another one. */
export function withExtract(search: string, { counted, window, head, sort = standardSort }: WantedExtract): string {
  const params = new URLSearchParams(withoutExtract(search));
  params.set('extracto', counted.kind === 'own' ? 'own' : `${counted.kind}.${counted.memberId}`);
  if (window.startDate !== undefined) params.set('de', window.startDate);
  if (window.endDate !== undefined) params.set('ate', window.endDate);
  if (head !== undefined) params.set('rede', head);
  if (sort !== standardSort) params.set('ordem', sort);
  return `?${params}`;
}

/** The address of the page under an extract. */
export function withoutExtract(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of overlayParams) params.delete(name);
  return params.size === 0 ? '' : `?${params}`;
}

/** What the history keeps of an extract that was opened on the page: then Back closes it. */
export interface OpenedState {
  /** Its title until the answer has a better one. */
  openedAs: string;
}
