import { type Consultant, consultants, type Status } from '@rede/contract/consultants';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import type { Services } from '../services.ts';
import { findChain } from './chain.ts';
import { findConsultants, streamConsultants } from './list.ts';
import { deleteConsultant, getConsultant, insertConsultant, previewUpdate, updateConsultant } from './queries.ts';
import { findSuggestions } from './suggestions.ts';

const statusLabels: Record<Status, string> = { ACTIVE: 'Activo', INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' };

const sheetColumns: Column<Consultant>[] = [
  { title: 'Nome', width: 32, kind: 'text', value: ({ name }) => name },
  { title: 'Email', width: 32, kind: 'text', value: ({ email }) => email },
  { title: 'NIF', width: 14, kind: 'text', value: ({ taxId }) => taxId },
  { title: 'Código IK', width: 12, kind: 'text', value: ({ internalId }) => internalId },
  { title: 'Código Upline', width: 14, kind: 'text', value: ({ parentId }) => parentId },
  { title: 'Data de Registo', width: 16, kind: 'day', value: ({ createdAt }) => createdAt },
  { title: 'Data de Inicio', width: 14, kind: 'day', value: ({ startDate }) => startDate },
  { title: 'Data de Fim', width: 14, kind: 'day', value: ({ endDate }) => endDate },
  { title: 'Status', width: 12, kind: 'text', value: ({ status }) => statusLabels[status] },
];

export function registerConsultants({ app, database, config, today }: Services): void {
  const asOf = () => ({ rootUplineCode: config.rootUplineCode, today: today() });

  serve(app, consultants.list, ({ query }) => findConsultants(database, query, asOf()));

  serve(app, consultants.spreadsheet, ({ query }) =>
    spreadsheet('Consultores', sheetColumns, streamConsultants(database, query, asOf())),
  );

  serve(app, consultants.suggestions, async ({ query }) => ({
    results: await findSuggestions(database, query, config.rootUplineCode),
  }));

  serve(app, consultants.uplines, async ({ params, query }) => {
    const { today, rootUplineCode } = asOf();
    const day = query.day ?? today;
    return { day, chain: await findChain(database, params.id, day, rootUplineCode) };
  });

  serve(app, consultants.get, ({ params }) => getConsultant(database, params.id, asOf()));

  serve(app, consultants.create, ({ body }) => insertConsultant(database, body, asOf()));
  serve(app, consultants.update, ({ params, body }) => updateConsultant(database, params.id, body, asOf()));
  serve(app, consultants.previewUpdate, ({ params, body }) => previewUpdate(database, params.id, body, asOf()));
  serve(app, consultants.delete, async ({ params }) => {
    await deleteConsultant(database, params.id);
    return undefined;
  });
}
