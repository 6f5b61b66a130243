import type { SearchResults } from '@rede/contract/search';
import { mostMatches } from '@rede/contract/search';
import { formatInstant } from '../lib/instants.ts';
import { formatMoney } from '../lib/money.ts';
import { matches, normalise, wordsOf } from './matching.ts';
import { type Asking, type Does, places } from './places.ts';

export type Kind = 'consultant' | 'order' | 'import' | 'page' | 'action' | 'more';

/** One line of what was found. It leads somewhere, does something, or asks of whom. */
export interface Choice {
  key: string;
  kind: Kind;
  title: string;
  /** Beside the title. */
  detail?: string;
  /** Set apart, at the end. */
  note?: string;
  to?: string;
  does?: Does;
  asks?: Asking;
}

export interface Group {
  title: string;
  choices: Choice[];
}

const statusNotes = { ACTIVE: undefined, INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' };

/** What is offered while nothing is typed. */
export function beginning(recent: readonly Choice[]): Group[] {
  const known = new Set(recent.map(({ key }) => key));
  return withoutEmpty([
    { title: 'Recentes', choices: [...recent] },
    { title: 'Páginas e acções', choices: places.filter(({ key }) => !known.has(key)) },
  ]);
}

/** Pages and actions first, for they are there at once and nothing moves under the hand when the server has answered. */
export function found(typed: string, results: SearchResults | undefined): Group[] {
  const words = wordsOf(typed);
  const own = { title: 'Páginas e acções', choices: places.filter((place) => matches(namesOf(place), words)) };
  const people = { title: 'Consultores', choices: consultantsOf(typed, results?.consultants ?? []) };
  const sales = { title: 'Encomendas', choices: ordersOf(typed, results?.orders ?? []) };
  const files = { title: 'Ficheiros', choices: importsOf(results?.imports ?? []) };
  const isNumber = results?.orders.some(({ ecommerceId }) => isExactly(ecommerceId, typed));
  return withoutEmpty([own, ...(isNumber ? [sales, people] : [people, sales]), files]);
}

/** Only consultants, for who was asked of whom. */
export function foundPeople(asking: Asking, results: SearchResults | undefined): Group[] {
  const choices = (results?.consultants ?? []).map((person) =>
    consultantChoice(person, `${asking.key}-${person.id}`, asking.leads(person)),
  );
  return withoutEmpty([{ title: 'Consultores', choices }]);
}

function namesOf({ title, others = '' }: (typeof places)[number]): string {
  return `${title} ${others}`;
}

function consultantsOf(typed: string, people: SearchResults['consultants']): Choice[] {
  const choices = people.map((person) =>
    consultantChoice(person, `consultant-${person.id}`, `/backoffice/users/${person.id}`),
  );
  if (people.length < mostMatches) return choices;
  const to = `/backoffice/users?${new URLSearchParams({ name: typed.trim() })}`;
  return [...choices, { key: 'more-consultants', kind: 'more', title: 'Ver na Gestão de Consultores', to }];
}

function consultantChoice(person: SearchResults['consultants'][number], key: string, to: string): Choice {
  const note = statusNotes[person.status];
  return {
    key,
    kind: 'consultant',
    title: person.name,
    detail: `${person.internalId} · ${person.email}`,
    ...(note && { note }),
    to,
  };
}

function ordersOf(typed: string, orders: SearchResults['orders']): Choice[] {
  const choices = orders.map((order): Choice => ({
    key: `order-${order.id}`,
    kind: 'order',
    title: order.ecommerceId,
    detail: `${order.createdAt} · ${order.consultantName ?? 'sem consultor'}`,
    note: formatMoney(order.total),
    to: `/backoffice/edit-orders/${order.id}`,
  }));
  if (orders.length < mostMatches) return choices;
  const to = `/backoffice/orders?${new URLSearchParams({ ecommerceId: typed.trim() })}`;
  return [...choices, { key: 'more-orders', kind: 'more', title: 'Ver na Gestão de Encomendas', to }];
}

function importsOf(imports: SearchResults['imports']): Choice[] {
  return imports.map(({ id, fileName, loadedAt }) => ({
    key: `import-${id}`,
    kind: 'import',
    title: fileName,
    detail: `carregado em ${formatInstant(loadedAt)}`,
    to: `/backoffice/upload-csv?ficheiro=${id}`,
  }));
}

function isExactly(number: string, typed: string): boolean {
  const plain = (text: string) => normalise(text.trim()).replace(/^#/, '');
  return plain(number) === plain(typed);
}

function withoutEmpty(groups: Group[]): Group[] {
  return groups.filter(({ choices }) => choices.length > 0);
}
