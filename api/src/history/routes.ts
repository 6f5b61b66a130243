import { history } from '@rede/contract/history';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { deletePeriod, findHistory, previewChange, putPeriod } from './queries.ts';

export function registerHistory({ app, database, config, today }: Services): void {
  const asOf = () => ({ rootUplineCode: config.rootUplineCode, today: today() });

  serve(app, history.list, ({ params, query }) => findHistory(database, params.id, query, asOf()));

  serve(app, history.create, ({ params, query, body }) =>
    putPeriod(database, params.id, { does: 'add', body, ...query }, asOf()),
  );
  serve(app, history.previewCreate, ({ params, query, body }) =>
    previewChange(database, params.id, { does: 'add', body, ...query }, asOf()),
  );

  serve(app, history.update, ({ params, query, body }) =>
    putPeriod(database, params.id, { does: 'correct', periodId: params.historyId, body, ...query }, asOf()),
  );
  serve(app, history.previewUpdate, ({ params, query, body }) =>
    previewChange(database, params.id, { does: 'correct', periodId: params.historyId, body, ...query }, asOf()),
  );

  serve(app, history.delete, async ({ params }) => {
    await deletePeriod(database, params.id, params.historyId, asOf());
    return undefined;
  });
  serve(app, history.previewDelete, ({ params }) =>
    previewChange(database, params.id, { does: 'delete', periodId: params.historyId }, asOf()),
  );
}
