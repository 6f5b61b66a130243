import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { viewAs } from '../lib/viewed-consultant.ts';
import { createQueryClient } from './query-client.ts';

/** Calls in this are made as a consultant, and their answers are kept apart from the administrator's own. Render it with the id as its `key`. */
export function ViewedConsultant({ id, children }: { id: number; children: ReactNode }) {
  const [client] = useState(() => viewingClient(id));

  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function viewingClient(id: number): QueryClient {
  const client = createQueryClient();
  viewAs(client, id);
  return client;
}
