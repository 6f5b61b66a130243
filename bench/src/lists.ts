import { findConsultants } from '@rede/api/consultants/list';
import { type ConsultantQuery, consultants } from '@rede/contract/consultants';
import { addDays, todayInLisbon } from '@rede/contract/days';
import type { Page } from '@rede/contract/values';
import type { Benchmark } from './benchmark.ts';
import { measure } from './measure.ts';
import { type Person, samplePeople } from './people.ts';
import type { Product } from './product.ts';
import { figures, table, verdict } from './table.ts';

const barMs = 50;

/** The list of consultants: every filter, selective and broad, every sort, first and last page. */
export const lists: Benchmark = {
  ordersPerConsultant: 0,
  run: async (product, say) => {
    say(`GET ${consultants.list.path}. SQL: the same queries without the API.\n`);
    await measureList(product, casesFor(await samplePeople(product.database)), say);
  },
};

/** A filter or a sort as it stands in the address. */
type Asked = Partial<Record<keyof ConsultantQuery, string>>;

interface Case {
  title: string;
  /** Taken in turns. Those of one case find about as many. */
  asked: Asked[];
}

function casesFor(people: readonly Person[]): Case[] {
  const each = (title: string, ask: (person: Person) => Asked): Case => ({ title, asked: people.map(ask) });
  const one = (title: string, asked: Asked): Case => ({ title, asked: [asked] });
  const today = todayInLisbon();

  return [
    one('no filter', {}),
    each('name, whole', ({ name }) => ({ name })),
    each('name, surname', ({ name }) => ({ name: name.slice(name.lastIndexOf(' ') + 1).toLowerCase() })),
    one('name, maria', { name: 'maria' }),
    one('name, two letters', { name: 'jo' }),
    one('name, one letter', { name: 'a' }),
    one('name, nobody’s', { name: 'xyzzy' }),
    each('email, whole', ({ email }) => ({ email })),
    one('email, joao', { email: 'joao' }),
    one('email, everybody’s', { email: 'exemplo' }),
    each('code, whole', ({ internalId }) => ({ internalId })),
    each('code, its end', ({ internalId }) => ({ internalId: internalId.slice(-4) })),
    one('code, everybody’s', { internalId: 'ik' }),
    each('upline, whole', ({ parentId }) => ({ parentId })),
    one('upline, the first', { parentId: 'IK0000001' }),
    one('upline, its end', { parentId: '0001' }),
    one('upline, everybody’s', { parentId: 'ik0' }),
    one('status, ACTIVE', { status: 'ACTIVE' }),
    one('status, INACTIVE', { status: 'INACTIVE' }),
    one('status, SUSPENDED', { status: 'SUSPENDED' }),
    each('registered, one day', ({ createdAt }) => ({ dateStart: createdAt, dateEnd: createdAt })),
    one('registered, two years', { dateStart: addDays(today, -900), dateEnd: addDays(today, -170) }),
    one('registered, from', { dateStart: addDays(today, -30) }),
    one('registered, until', { dateEnd: addDays(today, -30) }),
    one('maria, SUSPENDED', { name: 'maria', status: 'SUSPENDED' }),
    each('maria, one day', ({ createdAt }) => ({ name: 'maria', dateStart: createdAt, dateEnd: createdAt })),
    one('joao, upline 0001', { email: 'joao', parentId: '0001' }),
    each('all seven', ({ name, email, internalId, parentId, createdAt }) => ({
      name: name.slice(0, 4),
      email: email.slice(0, 4),
      internalId: internalId.slice(0, 5),
      parentId: parentId.slice(0, 5),
      dateStart: addDays(createdAt, -30),
      dateEnd: addDays(createdAt, 30),
      status: 'ACTIVE',
    })),
    ...['name', 'email', 'internalId', 'parentId', 'createdAt', 'status'].flatMap((column) =>
      [column, `-${column}`].map((sort) => one(`sort ${sort}`, { sort })),
    ),
    ...['-name', 'email', 'parentId', '-createdAt'].map((sort) => one(`maria, sort ${sort}`, { name: 'maria', sort })),
    ...['email', 'parentId'].map((sort) => one(`ACTIVE, sort ${sort}`, { status: 'ACTIVE', sort })),
  ];
}

async function measureList({ ask, database }: Product, cases: readonly Case[], say: (text: string) => void) {
  const { row } = table(
    [
      { title: 'asked for', width: 24 },
      { title: 'found', width: 8, right: true },
      { title: 'page', width: 5 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'p99 ms', width: 6, right: true },
      { title: 'SQL p50', width: 7, right: true },
      { title: 'SQL p99', width: 7, right: true },
      { title: `p99 ≤ ${barMs} ms`, width: 15 },
    ],
    say,
  );
  const standing = { rootUplineCode: 'IK0', today: todayInLisbon() };

  for (const { title, asked } of cases) {
    const sizes = await Promise.all(asked.map((filter) => sizeOf(ask, filter)));
    const found = Math.round(sizes.reduce((sum, { totalResults }) => sum + totalResults, 0) / sizes.length);
    const ends = sizes.some(({ totalPages }) => totalPages > 1) ? ['first', 'last'] : ['only'];
    for (const end of ends) {
      const inTurn = (turn: number): Record<string, string> => {
        const index = turn % asked.length;
        const last = Math.max((sizes[index]?.totalPages ?? 0) - 1, 0);
        return { ...asked[index], pageNumber: String(end === 'last' ? last : 0) };
      };
      const http = await measure((turn) => ask(addressOf(inTurn(turn))));
      const alone = await measure((turn) =>
        findConsultants(database, consultants.list.query.parse(inTurn(turn)), standing),
      );
      row([title, String(found), end, ...figures(http), ...figures(alone).slice(1), verdict(http.p99, barMs)]);
    }
  }
}

function addressOf(query: Record<string, string>): string {
  return `${consultants.list.path}?${new URLSearchParams(query)}`;
}

async function sizeOf(ask: Product['ask'], filter: Asked): Promise<{ totalPages: number; totalResults: number }> {
  return JSON.parse(await ask(addressOf(filter))) as Page<unknown>;
}
