import { consultants } from '@rede/contract/consultants';
import type { Benchmark } from './benchmark.ts';
import { measure } from './measure.ts';
import { samplePeople } from './people.ts';
import { figures, table, atMost } from './table.ts';

const targetMs = 50;

/** How far somebody has typed. */
const lengths = [1, 2, 3, 4, 6, 9];

/** Whom a code field suggests while somebody types a name or a code. */
export const suggestions: Benchmark = {
  ordersPerConsultant: 0,
  run: async ({ ask, database }, say) => {
    say(`GET ${consultants.suggestions.path}\n`);
    const { row } = table(
      [
        { title: 'letters typed', width: 13 },
        { title: 'times', width: 5, right: true },
        { title: 'p50 ms', width: 6, right: true },
        { title: 'p99 ms', width: 6, right: true },
        { title: `p99 ≤ ${targetMs} ms`, width: 15 },
      ],
      say,
    );
    const people = await samplePeople(database);
    for (const [title, field] of [
      ['name', 'name'],
      ['code', 'internalId'],
    ] as const) {
      for (const length of lengths) {
        const typed = people.map((person) => person[field].toLowerCase().slice(0, length));
        const speed = await measure((turn) => {
          const query = new URLSearchParams({ text: typed[turn % typed.length] ?? '' });
          return ask(`${consultants.suggestions.path}?${query}`);
        });
        row([`${title}, ${length}`, ...figures(speed), atMost(speed.p99, targetMs)]);
      }
    }
  },
};
