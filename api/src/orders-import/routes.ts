import { type ImportProgress, ordersImport } from '@rede/contract/orders-import';
import { actorOf } from '../http/caller.ts';
import { notFound } from '../http/problem.ts';
import { RunningWorks } from '../http/running-works.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { correctLines } from './correct.ts';
import { loadOrders } from './load.ts';
import { findImport, findImports } from './queries.ts';
import { findStatusWords, setStatusWord } from './status-words.ts';
import { undoImport } from './undo.ts';
import { receiveFile } from './upload.ts';

const aMinute = 60_000;

/** The most loads that a process takes in at once. */
const mostAtOnce = 4;

/** @param longestSilence how long an upload may be silent, in milliseconds. */
export function registerOrdersImport({ app, database, config }: Services, longestSilence = aMinute): void {
  const running = new RunningWorks<ImportProgress>(
    Math.min(mostAtOnce, config.database.poolSize / 2),
    'Já estão a ser carregados outros ficheiros. Tente novamente dentro de momentos.',
  );

  serve(app, ordersImport.load, async ({ query, caller, request }) => {
    const { dryRun, updateExisting, progressKey } = query;
    const begun = performance.now();
    const file = await receiveFile(request, longestSilence);
    try {
      const result = await running.run(progressKey, { phase: 'reading', records: 0 }, (progress) =>
        loadOrders(database, file, { by: actorOf(caller), dryRun, updateExisting, progress }),
      );
      const { id, total, successful, updated, failed, malformed } = result;
      const ms = Math.round(performance.now() - begun);
      request.log.info({ import: id, dryRun, total, successful, updated, failed, malformed, ms }, 'orders loaded');
      return result;
    } finally {
      void file.drain();
    }
  });

  serve(app, ordersImport.progress, ({ params }) => running.progressOf(params.progressKey));

  serve(app, ordersImport.list, ({ query }) => findImports(database, query));

  serve(app, ordersImport.get, async ({ params }) => {
    const kept = await findImport(database, params.id);
    if (!kept) throw notFound('Este carregamento');
    return kept;
  });

  serve(app, ordersImport.correct, ({ params, body, caller }) =>
    correctLines(database, params.id, body.lines, actorOf(caller)),
  );

  serve(app, ordersImport.statusWords, () => findStatusWords(database));

  serve(app, ordersImport.setStatusWord, ({ body, caller }) => setStatusWord(database, body, actorOf(caller)));

  serve(app, ordersImport.undo, ({ params, caller }) => undoImport(database, params.id, actorOf(caller)));
}
