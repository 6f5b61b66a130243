import { savedViews } from '@rede/contract/saved-views';
import { actorOf } from '../http/caller.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { deleteView, findViews, insertView, updateView } from './queries.ts';

export function registerSavedViews({ app, database }: Services): void {
  serve(app, savedViews.list, async ({ caller }) => ({ results: await findViews(database, actorOf(caller)) }));
  serve(app, savedViews.create, ({ body, caller }) => insertView(database, body, actorOf(caller)));
  serve(app, savedViews.update, ({ params, body, caller }) => updateView(database, params.id, body, actorOf(caller)));
  serve(app, savedViews.delete, async ({ params, caller }) => {
    await deleteView(database, params.id, actorOf(caller));
    return undefined;
  });
}
