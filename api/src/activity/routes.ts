import { actionNames, activity, type ActivitySelection, fieldNames, type RecordKind } from '@rede/contract/activity';
import { noteChange } from '../db/change.ts';
import { actorOf } from '../http/caller.ts';
import { exported } from '../http/filter-words.ts';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import type { Services } from '../services.ts';
import { findChanges, findRecords, type LogLine, streamLines } from './queries.ts';
import { restoreRecord, undoChange } from './undo.ts';

const kindLabels: Record<RecordKind, string> = { consultant: 'Consultor', period: 'Período', order: 'Encomenda' };

const filterLabels: Record<keyof ActivitySelection, string> = {
  by: 'Quem',
  does: 'Acção',
  record: 'Registo',
  consultantId: 'Consultor n.º',
  orderId: 'Encomenda n.º',
  importId: 'Ficheiro n.º',
  dateStart: 'Data de',
  dateEnd: 'Data até',
  undone: 'anuladas',
};

// The Swedish way of writing a moment is yyyy-MM-dd HH:mm:ss.
const inLisbon = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const partIn = (at: string, part: number) => inLisbon.format(new Date(at)).split(' ')[part] ?? null;

const sheetColumns: Column<LogLine>[] = [
  { title: 'Data', width: 12, kind: 'day', value: ({ at }) => partIn(at, 0) },
  { title: 'Hora', width: 10, kind: 'text', value: ({ at }) => partIn(at, 1) },
  { title: 'Quem', width: 24, kind: 'text', value: ({ by }) => by },
  { title: 'Acção', width: 28, kind: 'text', value: ({ does }) => actionNames[does] },
  { title: 'Sobre', width: 32, kind: 'text', value: ({ about }) => about },
  { title: 'Tipo', width: 12, kind: 'text', value: ({ record }) => record && kindLabels[record.kind] },
  { title: 'Registo', width: 32, kind: 'text', value: ({ record }) => record && record.name },
  { title: 'De → para', width: 60, kind: 'text', value: ({ record }) => record && inWords(record) },
  { title: 'Anulada por', width: 24, kind: 'text', value: ({ undoneBy }) => undoneBy && (undoneBy.by ?? '–') },
];

function inWords({ kind, fields }: NonNullable<LogLine['record']>): string {
  return fields
    .map(({ field, before, after }) => `${fieldNames[kind][field] ?? field}: ${before ?? '–'} → ${after ?? '–'}`)
    .join('; ');
}

export function registerActivity({ app, database, config }: Services): void {
  const company = config.rootUplineCode;

  serve(app, activity.list, ({ query }) => findChanges(database, query, company));

  serve(app, activity.spreadsheet, async ({ query, caller }) => {
    const by = actorOf(caller);
    await noteChange(database, exported(by, 'Registo de Actividade', filterLabels, query, { does: actionNames }));
    return spreadsheet('Actividade', sheetColumns, streamLines(database, query, company));
  });

  serve(app, activity.records, ({ params, query }) => findRecords(database, params.id, query, company));

  serve(app, activity.undo, ({ params, caller }) => undoChange(database, params.id, actorOf(caller), company));

  serve(app, activity.restore, ({ params, caller }) =>
    restoreRecord(database, params.kind, params.recordId, actorOf(caller), company),
  );
}
