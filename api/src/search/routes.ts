import { searching } from '@rede/contract/search';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { findEverything } from './queries.ts';

export function registerSearch({ app, database }: Services): void {
  serve(app, searching.everything, ({ query }) => findEverything(database, query.text));
}
