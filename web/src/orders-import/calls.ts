import { type FailedLine, type ImportProgress, type Recognised, ordersImport } from '@rede/contract/orders-import';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData, unknownError } from '../lib/call.ts';
import { save } from '../lib/download.ts';
import { upload } from '../lib/upload.ts';
import { cutOutFailedLines } from './failed-lines-file.ts';

/** The polling interval of an import's progress, in milliseconds. */
const pollInterval = 500;

/** How many past imports one page lists. */
const pageSize = 10;

interface Load {
  file: File;
  /** Whether existing orders get the file's newer payment. */
  updateExisting: boolean;
  /** Reports the sent part of the file, from 0 to 1. */
  onSent: (sent: number) => void;
  /** Reports the server's progress. */
  onProgress: (progress: ImportProgress) => void;
  /** Aborts the upload. */
  signal: AbortSignal;
}

const failure = (message: string) => `Erro a carregar ficheiro: ${message}`;

export const loadOrders = mutationOptions({
  mutationFn: (load: Load) => send(load, false),
  // After a failure too: an import whose response was lost has been saved.
  onSettled: (_result, _error, _load, _context, { client }) => invalidateOrders(client),
  meta: { success: 'Ficheiro carregado com sucesso', failure },
});

/** A dry run: what loading would do, without doing it. */
export const dryRunOrders = mutationOptions({
  mutationFn: (load: Load) => send(load, true),
  meta: { failure },
});

async function send({ file, updateExisting, onSent, onProgress, signal }: Load, dryRun: boolean) {
  const progressKey = crypto.randomUUID();
  const over = new AbortController();
  try {
    return await expectData(
      upload(
        ordersImport.load,
        { file, query: { dryRun: asFlag(dryRun), updateExisting: asFlag(updateExisting), progressKey } },
        {
          onProgress: onSent,
          onStart: (restartTimeout) =>
            void follow(progressKey, over.signal, (progress) => {
              restartTimeout();
              onProgress(progress);
            }),
          signal,
        },
      ),
      unknownError,
    );
  } finally {
    over.abort();
  }
}

function asFlag(chosen: boolean): 'true' | undefined {
  return chosen ? 'true' : undefined;
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

/** The dialog shows a refusal, so there is no failure toast. */
export const undoImport = mutationOptions({
  mutationFn: (id: number) => expectData(call(ordersImport.undo, { params: { id } }), unknownError),
  onSuccess: (_answer, _id, _context, { client }) => invalidateOrders(client),
  meta: { success: 'Carregamento anulado com sucesso' },
});

interface FailedLinesOfFile {
  file: File;
  recognised: Recognised;
  failedLines: readonly FailedLine[];
}

/** Saves the failed lines, cut out of the file that the browser still has. */
export const saveFailedLines = mutationOptions({
  mutationFn: async ({ file, recognised, failedLines }: FailedLinesOfFile) => {
    const cut = await cutOutFailedLines(file, recognised, failedLines).catch((cause: unknown) => {
      throw new Error('O ficheiro já não está onde estava, ou mudou entretanto. Escolha-o outra vez.', { cause });
    });
    save(cut, `${file.name.replace(/\.[^.]*$/, '')}-por-corrigir.csv`);
  },
  meta: { failure: (message) => message },
});

/** The lists of orders and of imports, and the dashboard. */
function invalidateOrders(client: QueryClient): void {
  for (const part of ['orders', 'orders-import', 'dashboard']) void client.invalidateQueries({ queryKey: [part] });
}
