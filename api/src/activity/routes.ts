import { type Action, activity, type ActivitySelection, type RecordKind } from '@rede/contract/activity';
import { noteChange } from '../db/change.ts';
import { actorOf } from '../http/caller.ts';
import { exported } from '../http/filter-words.ts';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import type { Services } from '../services.ts';
import { findChanges, findRecords, type LogLine, streamLines } from './queries.ts';
import { restoreRecord, undoChange } from './undo.ts';

const actionLabels: Record<Action, string> = {
  'consultant.create': 'Criar consultor',
  'consultant.update': 'Alterar consultor',
  'consultant.delete': 'Apagar consultor',
  'period.create': 'Acrescentar período',
  'period.update': 'Corrigir período',
  'period.delete': 'Apagar período',
  'order.create': 'Criar encomenda',
  'order.update': 'Alterar encomenda',
  'order.delete': 'Apagar encomenda',
  'consultants.change': 'Alterar vários consultores',
  'orders.change': 'Alterar várias encomendas',
  'file.load': 'Carregar ficheiro',
  'file.correct': 'Corrigir linhas de um ficheiro',
  'file.undo': 'Anular carregamento',
  'status-word.set': 'Explicar palavra de pagamento',
  'login.invite': 'Enviar convite',
  'login.bind': 'Ligar login',
  export: 'Exportar',
  view: 'Ver como consultor',
  undo: 'Anular',
  script: 'De fora da aplicação',
};

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

const fieldLabels: Record<RecordKind, Record<string, string>> = {
  consultant: {
    name: 'Nome Completo',
    email: 'Email',
    taxId: 'NIF',
    internalId: 'Código IK',
    createdAt: 'Data de Registo',
    startDate: 'Data de Inicio',
    endDate: 'Data de Fim',
    status: 'Status',
  },
  period: { parentId: 'Upline', startDate: 'Data Início', endDate: 'Data Fim' },
  order: {
    ecommerceId: 'Número de encomenda',
    couponCode: 'Cupão',
    createdAt: 'Data de Encomenda',
    paidAt: 'Data de Pagamento',
    total: 'Valor da Encomenda',
    totalPayment: 'Valor Pago',
    'consultant.internalId': 'Consultor',
  },
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
  { title: 'Acção', width: 28, kind: 'text', value: ({ does }) => actionLabels[does] },
  { title: 'Sobre', width: 32, kind: 'text', value: ({ about }) => about },
  { title: 'Tipo', width: 12, kind: 'text', value: ({ record }) => record && kindLabels[record.kind] },
  { title: 'Registo', width: 32, kind: 'text', value: ({ record }) => record && record.name },
  { title: 'De → para', width: 60, kind: 'text', value: ({ record }) => record && inWords(record) },
  { title: 'Anulada por', width: 24, kind: 'text', value: ({ undoneBy }) => undoneBy && (undoneBy.by ?? '–') },
];

function inWords({ kind, fields }: NonNullable<LogLine['record']>): string {
  return fields
    .map(({ field, before, after }) => `${fieldLabels[kind][field] ?? field}: ${before ?? '–'} → ${after ?? '–'}`)
    .join('; ');
}

export function registerActivity({ app, database, config }: Services): void {
  const company = config.rootUplineCode;

  serve(app, activity.list, ({ query }) => findChanges(database, query, company));

  serve(app, activity.spreadsheet, async ({ query, caller }) => {
    const by = actorOf(caller);
    await noteChange(database, exported(by, 'Registo de Actividade', filterLabels, query, { does: actionLabels }));
    return spreadsheet('Actividade', sheetColumns, streamLines(database, query, company));
  });

  serve(app, activity.records, ({ params, query }) => findRecords(database, params.id, query, company));

  serve(app, activity.undo, ({ params, caller }) => undoChange(database, params.id, actorOf(caller), company));

  serve(app, activity.restore, ({ params, caller }) =>
    restoreRecord(database, params.kind, params.recordId, actorOf(caller), company),
  );
}
