import { consultants } from '@rede/contract/consultants';
import {
  type FailedLine,
  type ImportProgress,
  type ImportResult,
  type Recognised,
  mostCorrectedLines,
  ordersImport,
} from '@rede/contract/orders-import';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData, unknownError } from '../lib/call.ts';
import { save } from '../lib/download.ts';
import { formatBytes } from '../lib/bytes.ts';
import { formatNumber } from '../lib/numbers.ts';
import { upload } from '../lib/upload.ts';
import { type Report, doWork } from '../lib/work.ts';
import { toast } from '../ui/toasts.ts';
import { cutOutFailedLines, fileOfValues } from './failed-lines-file.ts';
import { type FileToLoad, type Stage, fileLoad, setFileLoad, updateFileLoad } from './file-load.ts';
import { type SentLine, changeRepair, settle } from './repair.ts';
import { becameOf } from './words.ts';

export const page = '/backoffice/upload-csv';

/** The polling interval of an import's progress, in milliseconds. */
const pollInterval = 500;

/** How many past imports one page lists. */
const pageSize = 10;

/** How long names and codes are cached, in milliseconds. */
const fresh = 60_000;

const failure = (message: string) => `Erro a carregar ficheiro: ${message}`;

/** Loads or tries a file. It goes on when the page is left; `useFileLoad` tells how it goes and what became of it. */
export const loadFile = mutationOptions({
  mutationFn: (wanted: FileToLoad, { client }) => {
    const { file, dryRun } = wanted;
    return doWork(
      `${dryRun ? 'A experimentar' : 'A carregar'} ${file.name}`,
      (report) => send(wanted, client, report),
      (result) => ({ message: becameOf(result, dryRun), to: page }),
      { to: page, failure },
    );
  },
  // A toast only where something was loaded.
  onSuccess: ({ id, successful, updated }) => {
    if (id !== null && successful + updated > 0) toast('success', 'Ficheiro carregado com sucesso');
  },
  // After a failure too: an import whose response was lost has been saved.
  onSettled: (_result, _error, { dryRun }, _context, { client }) => {
    if (!dryRun) invalidateOrders(client);
  },
  meta: { failure },
});

async function send(wanted: FileToLoad, client: QueryClient, report: Report): Promise<ImportResult> {
  const { file, dryRun, updateExisting } = wanted;
  const startedAt = Date.now();
  const progressKey = crypto.randomUUID();
  const over = new AbortController();
  const given = new AbortController();
  let stage: Stage = { sent: 0 };
  const update = (changes: Parameters<typeof updateFileLoad>[2]) => updateFileLoad(client, startedAt, changes);
  const cancel = () => {
    given.abort();
    update({ state: 'cancelled', cancel: undefined });
  };

  function onSent(sent: number) {
    stage = { ...stage, sent };
    const mayCancel = sent < 1 ? cancel : undefined;
    update({ stage, cancel: mayCancel });
    const bytes = Math.round(sent * file.size);
    report(
      { done: bytes, of: file.size, words: `${formatBytes(bytes)} de ${formatBytes(file.size)} enviados` },
      mayCancel,
    );
  }

  function onProgress(progress: ImportProgress) {
    stage = { ...stage, progress };
    update({ stage });
    // While the file is on its way, its bytes tell more.
    if (stage.sent < 1) return;
    const { phase, records } = progress;
    report({ done: records, words: phase === 'writing' ? 'A gravar…' : readSoFar(records) });
  }

  setFileLoad(client, { ...wanted, startedAt, stage, state: 'running', cancel });
  try {
    const query = { dryRun: asFlag(dryRun), updateExisting: asFlag(updateExisting), progressKey };
    const answer = upload(
      ordersImport.load,
      { file, query },
      {
        onProgress: onSent,
        onStart: (restartTimeout) =>
          void follow(progressKey, over.signal, (progress) => {
            restartTimeout();
            onProgress(progress);
          }),
        signal: given.signal,
      },
    );
    const result = await expectData(answer, unknownError);
    update({ state: 'done', result });
    return result;
  } catch (error) {
    if (!given.signal.aborted) update({ state: 'failed', error: error as Error });
    throw error;
  } finally {
    over.abort();
  }
}

function asFlag(chosen: boolean): 'true' | undefined {
  return chosen ? 'true' : undefined;
}

export function readSoFar(records: number): string {
  return records === 1 ? '1 registo lido' : `${formatNumber(records)} registos lidos`;
}

/** Polls the progress of an import until it is over. There is none before it starts, or when another process runs it. */
async function follow(progressKey: string, over: AbortSignal, onProgress: (progress: ImportProgress) => void) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
    if (over.aborted) return;
    const progress = await call(ordersImport.progress, { params: { progressKey } }, over).catch(() => undefined);
    if (progress && !over.aborted) onProgress(progress);
  }
}

export function importPage(pageNumber: number) {
  return queryOptions({
    queryKey: ['orders-import', 'page', pageNumber],
    queryFn: ({ signal }) =>
      expectData(call(ordersImport.list, { query: { pageNumber, pageSize } }, signal), unknownError),
    placeholderData: keepPreviousData,
  });
}

/** A past import with all its failed lines. */
export function importInFull(id: number) {
  return queryOptions({
    queryKey: ['orders-import', 'one', id],
    queryFn: ({ signal }) => expectData(call(ordersImport.get, { params: { id } }, signal), unknownError),
  });
}

interface Correction {
  importId: number;
  lines: readonly SentLine[];
}

/**
 * Loads corrected lines, as many at a time as the server takes; each answer is in the cache at once. The grid shows a refusal, so there is no
 * toast.
 */
export const correctLines = mutationOptions({
  mutationFn: ({ importId, lines }: Correction, { client }) => {
    const correct = async (report?: Report) => {
      let loaded = 0;
      const refused: number[] = [];
      for (let sent = 0; sent < lines.length; sent += mostCorrectedLines) {
        report?.({
          done: sent,
          of: lines.length,
          words: `${formatNumber(sent)} de ${formatNumber(lines.length)} linhas`,
        });
        const some = lines.slice(sent, sent + mostCorrectedLines);
        const answer = await expectData(
          call(ordersImport.correct, { params: { id: importId }, body: { lines: some } }),
          unknownError,
        );
        client.setQueryData(importInFull(importId).queryKey, answer.import);
        changeRepair(client, importId, (before) => settle(before, some, answer.lines));
        for (const { lineNumber, orderId } of answer.lines) {
          if (orderId === null) refused.push(lineNumber);
          else loaded += 1;
        }
      }
      return { loaded, refused };
    };
    if (lines.length <= mostCorrectedLines) return correct();
    return doWork('A carregar linhas corrigidas', correct, ({ loaded, refused }) => ({
      message: `${formatNumber(loaded)} carregadas, ${formatNumber(refused.length)} continuam com erro`,
      to: `${page}?ficheiro=${importId}`,
    }));
  },
  onSettled: (_answer, _error, _correction, _context, { client }) => invalidateOrders(client),
});

/** What the shops mean with their status words, as somebody said. */
export const statusWords = queryOptions({
  queryKey: ['orders-import', 'status-words'],
  queryFn: async ({ signal }) => (await expectData(call(ordersImport.statusWords, {}, signal), unknownError)).results,
});

type StatusAnswer = NonNullable<Parameters<typeof call<typeof ordersImport.setStatusWord>>[1]['body']>;

/** Says what a status word of a shop means; without a meaning, forgets it. */
export const setStatusWord = mutationOptions({
  mutationFn: async (body: StatusAnswer) =>
    (await expectData(call(ordersImport.setStatusWord, { body }), unknownError)).results,
  onSuccess: (results, _answer, _context, { client }) => {
    client.setQueryData(statusWords.queryKey, results);
  },
  // One after the other: the last answer is the one that stays.
  scope: { id: 'status-words' },
  meta: { failure: (message) => `Erro ao guardar a resposta: ${message}` },
});

/** Matches for the code of a line's consultant: without the company, which orders nothing. */
export function consultantSuggestions(text: string) {
  return queryOptions({
    queryKey: ['consultants', 'suggestions', 'without company', text],
    queryFn: async ({ signal }) =>
      (await expectData(call(consultants.suggestions, { query: { text } }, signal), unknownError)).results,
  });
}

/** Whose code a wrong one may have been meant to be. */
export function nearestConsultants(text: string) {
  return queryOptions({
    queryKey: ['consultants', 'suggestions', 'nearest', text],
    queryFn: async ({ signal }) =>
      (await expectData(call(consultants.nearest, { query: { text } }, signal), unknownError)).results,
    retry: false,
    staleTime: fresh,
  });
}

export const undoImport = mutationOptions({
  mutationFn: (id: number) => expectData(call(ordersImport.undo, { params: { id } }), unknownError),
  onSuccess: (_answer, id, _context, { client }) => {
    if (fileLoad(client)?.result?.id === id) setFileLoad(client, null);
    invalidateOrders(client);
  },
  // The dialog shows a refusal, so there is no failure toast.
  meta: { success: 'Carregamento anulado com sucesso' },
});

interface FailedLinesOfFile {
  fileName: string;
  /** Where the browser still has it. */
  file?: File | undefined;
  recognised: Recognised;
  failedLines: readonly FailedLine[];
}

/** Saves the failed lines: cut out of the file where the browser still has it, else as what was kept of them. */
export const saveFailedLines = mutationOptions({
  mutationFn: async ({ fileName, file, recognised, failedLines }: FailedLinesOfFile) => {
    const lines = file
      ? await cutOutFailedLines(file, recognised, failedLines).catch((cause: unknown) => {
          throw new Error('O ficheiro já não está onde estava, ou mudou entretanto. Escolha-o outra vez.', { cause });
        })
      : fileOfValues(failedLines);
    save(lines, `${fileName.replace(/\.[^.]*$/, '')}-por-corrigir.csv`);
  },
  meta: { failure: (message) => message },
});

/** The lists of orders and of imports, and the dashboard. */
function invalidateOrders(client: QueryClient): void {
  for (const part of ['orders', 'orders-import', 'dashboard']) void client.invalidateQueries({ queryKey: [part] });
}
