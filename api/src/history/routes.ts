import { history } from '@rede/contract/history';
import { actorOf } from '../http/caller.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { deletePeriod, findHistory, previewChange, putPeriod } from './queries.ts';

export function registerHistory({ app, database, config, today }: Services): void {
  const asOf = () => ({ rootUplineCode: config.rootUplineCode, today: today() });

  serve(app, history.list, ({ params, query }) => findHistory(database, params.id, query, asOf()));

  serve(app, history.create, ({ params, query, body, caller }) =>
    putPeriod(database, params.id, { does: 'add', body, ...query }, asOf(), actorOf(caller)),
  );
  serve(app, history.previewCreate, ({ params, query, body }) =>
    previewChange(database, params.id, { does: 'add', body, ...query }, asOf()),
  );

  serve(app, history.update, ({ params, query, body, caller }) =>
    putPeriod(
      database,
      params.id,
      { does: 'correct', periodId: params.historyId, body, ...query },
      asOf(),
      actorOf(caller),
    ),
  );
  serve(app, history.previewUpdate, ({ params, query, body }) =>
    previewChange(database, params.id, { does: 'correct', periodId: params.historyId, body, ...query }, asOf()),
  );

  serve(app, history.delete, async ({ params, caller }) => {
    await deletePeriod(database, params.id, params.historyId, asOf(), actorOf(caller));
    return undefined;
  });
  serve(app, history.previewDelete, ({ params }) =>
    previewChange(database, params.id, { does: 'delete', periodId: params.historyId }, asOf()),
  );
}
