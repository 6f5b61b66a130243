import type { ImportProgress, ImportResult } from '@rede/contract/orders-import';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

/** What is sent: a file, and how it is to be loaded. */
export interface FileToLoad {
  file: File;
  /** Only tried: nothing changes. */
  dryRun: boolean;
  /** Whether existing orders get the file's newer payment. */
  updateExisting: boolean;
}

export interface Stage {
  /** The sent part of the file, from 0 to 1. */
  sent: number;
  /** The server's progress, once known. */
  progress?: ImportProgress | undefined;
}

/** The load, or trial, that is running or was the last. It outlives the page: whoever comes back finds it. */
export interface FileLoad extends FileToLoad {
  startedAt: number;
  stage: Stage;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** Gives it up; absent once the file has arrived. */
  cancel?: (() => void) | undefined;
  result?: ImportResult;
  error?: Error;
}

const queryKey = ['file-load'];

export function useFileLoad(): FileLoad | null {
  const { data = null } = useQuery<FileLoad | null>({
    queryKey,
    queryFn: skipToken,
    gcTime: Infinity,
    structuralSharing: false,
  });
  return data;
}

export function fileLoad(client: QueryClient): FileLoad | null {
  return client.getQueryData<FileLoad | null>(queryKey) ?? null;
}

export function setFileLoad(client: QueryClient, load: FileLoad | null): void {
  client.setQueryData<FileLoad | null>(queryKey, load);
}

/** Changes the load that was started then; nothing where another one has been started since. */
export function updateFileLoad(client: QueryClient, startedAt: number, changes: Partial<FileLoad>): void {
  const load = fileLoad(client);
  if (load?.startedAt === startedAt) setFileLoad(client, { ...load, ...changes });
}
