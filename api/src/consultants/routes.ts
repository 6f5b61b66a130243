import { type Consultant, type ConsultantFilter, consultants, type Status } from '@rede/contract/consultants';
import { noteChange } from '../db/change.ts';
import { actorOf } from '../http/caller.ts';
import { exported } from '../http/filter-words.ts';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import type { Services } from '../services.ts';
import { findChain } from './chain.ts';
import { changeConsultants, previewChange } from './change-many.ts';
import { findConsultants, streamConsultants } from './list.ts';
import { findNearest } from './nearest.ts';
import {
  deleteConsultant,
  getConsultant,
  insertConsultant,
  noteView,
  previewUpdate,
  updateConsultant,
} from './queries.ts';
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

const filterLabels: Record<keyof ConsultantFilter, string> = {
  ids: 'escolhidos',
  name: 'Nome',
  email: 'Email',
  internalId: 'Código IK',
  parentId: 'Cód. Upline',
  dateStart: 'Data Registo de',
  dateEnd: 'Data Registo até',
  status: 'Status',
  withoutUpline: 'sem upline',
};

export function registerConsultants({ app, database, config, today }: Services): void {
  const asOf = () => ({ rootUplineCode: config.rootUplineCode, today: today() });

  serve(app, consultants.list, ({ query }) => findConsultants(database, query, asOf()));

  serve(app, consultants.spreadsheet, async ({ query, caller }) => {
    await noteChange(database, exported(actorOf(caller), 'Consultores', filterLabels, query, { status: statusLabels }));
    return spreadsheet('Consultores', sheetColumns, streamConsultants(database, query, asOf()));
  });

  serve(app, consultants.suggestions, async ({ query }) => ({
    results: await findSuggestions(database, query, config.rootUplineCode),
  }));

  serve(app, consultants.nearest, async ({ query }) => ({ results: await findNearest(database, query.text) }));
  serve(app, consultants.previewChange, ({ body }) => previewChange(database, body, asOf()));
  serve(app, consultants.change, ({ body, caller }) => changeConsultants(database, body, actorOf(caller), asOf()));

  serve(app, consultants.uplines, async ({ params, query }) => {
    const { today, rootUplineCode } = asOf();
    const day = query.day ?? today;
    return { day, chain: await findChain(database, params.id, day, rootUplineCode) };
  });

  serve(app, consultants.get, ({ params }) => getConsultant(database, params.id, asOf()));

  serve(app, consultants.create, ({ body, caller }) => insertConsultant(database, body, asOf(), actorOf(caller)));
  serve(app, consultants.update, ({ params, body, caller }) =>
    updateConsultant(database, params.id, body, asOf(), actorOf(caller)),
  );
  serve(app, consultants.previewUpdate, ({ params, body }) => previewUpdate(database, params.id, body, asOf()));
  serve(app, consultants.delete, async ({ params, caller }) => {
    await deleteConsultant(database, params.id, actorOf(caller));
    return undefined;
  });
  serve(app, consultants.view, async ({ params, caller }) => {
    await noteView(database, params.id, actorOf(caller));
    return undefined;
  });
}
