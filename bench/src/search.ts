import { searching } from '@rede/contract/search';
import type { Benchmark } from './benchmark.ts';
import { measure } from './measure.ts';
import { samplePeople } from './people.ts';
import { atMost, figures, table } from './table.ts';

const targetMs = 100;

/** How far somebody has typed. */
const lengths = [1, 2, 3, 4, 6, 9];

/** What is in nearly every name, in none, or common only in parts. */
const awkward = [
  'maria',
  'silva',
  'silva maria',
  'de',
  'maria zzzz',
  'zz',
  '%',
  '_',
  'maria@',
  '999999999',
  'a'.repeat(200),
];

/** The one search for everything, while somebody types a name, a code, an email or an order's number. */
export const search: Benchmark = {
  ordersPerConsultant: 10,
  run: async ({ ask, database }, say) => {
    say(`GET ${searching.everything.path}\n`);
    const { row } = table(
      [
        { title: 'typed', width: 16 },
        { title: 'times', width: 5, right: true },
        { title: 'p50 ms', width: 6, right: true },
        { title: 'p99 ms', width: 6, right: true },
        { title: `p99 ≤ ${targetMs} ms`, width: 15 },
      ],
      say,
    );
    const measured = async (title: string, texts: string[]) => {
      const speed = await measure((turn) => {
        const query = new URLSearchParams({ text: texts[turn % texts.length] ?? '' });
        return ask(`${searching.everything.path}?${query}`);
      });
      row([title, ...figures(speed), atMost(speed.p99, targetMs)]);
    };

    const people = await samplePeople(database);
    const numbers = await database
      .selectFrom('orders')
      .select('ecommerce_id')
      .orderBy('id', 'desc')
      .limit(10)
      .execute();
    const typed = {
      name: people.map(({ name }) => name),
      code: people.map(({ internalId }) => internalId),
      email: people.map(({ email }) => email),
      number: numbers.map((order) => order.ecommerce_id),
    };
    for (const [what, texts] of Object.entries(typed)) {
      for (const length of lengths) {
        await measured(
          `${what}, ${length}`,
          texts.map((text) => text.toLowerCase().slice(0, length)),
        );
      }
    }
    for (const text of awkward) await measured(text.slice(0, 16), [text]);
  },
};
