import { type Consultant, consultants, history, type Status } from '@rede/contract/consultants';
import { notFound } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import type { Services } from '../services.ts';
import { previewImpact } from './impact.ts';
import { addPeriod, correctPeriod, deletePeriod, findHistory } from './history.ts';
import { findConsultants, streamConsultants } from './list.ts';
import { deleteConsultant, findConsultant, insertConsultant, type Standing, updateConsultant } from './queries.ts';
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
  const standing = (): Standing => ({ rootUplineCode: config.rootUplineCode, today: today() });

  serve(app, consultants.list, ({ query }) => findConsultants(database, query, standing()));

  serve(app, consultants.spreadsheet, ({ query }) =>
    spreadsheet('Consultores', sheetColumns, streamConsultants(database, query, standing())),
  );

  serve(app, consultants.suggestions, async ({ query }) => ({
    results: await findSuggestions(database, query, config.rootUplineCode),
  }));

  serve(app, consultants.get, async ({ params }) => {
    const consultant = await findConsultant(database, params.id, standing());
    if (!consultant) throw notFound('Este consultor');
    return consultant;
  });

  serve(app, consultants.create, ({ body }) => insertConsultant(database, body, standing()));
  serve(app, consultants.update, ({ params, body }) => updateConsultant(database, params.id, body, standing()));
  serve(app, consultants.previewUpdate, ({ params, body }) =>
    previewImpact(database, params.id, (db) => updateConsultant(db, params.id, body, standing())),
  );
  serve(app, consultants.delete, async ({ params }) => {
    await deleteConsultant(database, params.id);
    return undefined;
  });

  serve(app, history.list, ({ params, query }) => findHistory(database, params.id, query, standing()));
  serve(app, history.create, ({ params, query, body }) => addPeriod(database, params.id, body, query, standing()));
  serve(app, history.update, ({ params, query, body }) =>
    correctPeriod(database, params.id, params.historyId, body, query, standing()),
  );
  serve(app, history.delete, async ({ params }) => {
    await deletePeriod(database, params.id, params.historyId, standing());
    return undefined;
  });

  serve(app, history.previewCreate, ({ params, query, body }) =>
    previewImpact(database, params.id, (db) => addPeriod(db, params.id, body, query, standing())),
  );
  serve(app, history.previewUpdate, ({ params, query, body }) =>
    previewImpact(database, params.id, (db) => correctPeriod(db, params.id, params.historyId, body, query, standing())),
  );
  serve(app, history.previewDelete, ({ params }) =>
    previewImpact(database, params.id, (db) => deletePeriod(db, params.id, params.historyId, standing())),
  );
}
