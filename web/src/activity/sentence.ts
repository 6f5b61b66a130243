import type { Action, Change, ChangedRecord, RecordKind } from '@rede/contract/activity';
import { formatNumber } from '../lib/numbers.ts';
import { fateOf, labelOf, shownValue } from './fields.ts';

/** A piece of a sentence: plain words, or a name; with `to` it leads to what it names. */
export type Part = string | { name: string; to?: string | undefined };

const nouns: Readonly<Record<RecordKind, { the: string; many: string; of: string }>> = {
  consultant: { the: 'o consultor', many: 'consultores', of: 'no consultor' },
  order: { the: 'a encomenda', many: 'encomendas', of: 'na encomenda' },
  period: { the: 'um período do histórico de', many: 'períodos', of: 'no histórico de' },
};

const verbs = { created: 'criou', changed: 'alterou', deleted: 'apagou' } as const;

/** What a change did, as one sentence: who, what, and to which records. */
export function sentenceOf(change: Change): Part[] {
  return [{ name: change.by ?? 'Um programa fora da aplicação' }, ' ', ...deedOf(change)];
}

/** The sentence without links. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

function deedOf(change: Change): Part[] {
  const { does, about, aboutId, recordCount } = change;
  const file: Part = {
    name: about ?? 'sem nome',
    to: aboutId === null ? undefined : `/backoffice/upload-csv?ficheiro=${aboutId}`,
  };
  const person: Part = { name: about ?? 'um consultor', to: aboutId === null ? undefined : personPath(aboutId) };
  switch (does) {
    case 'file.load':
      return ['carregou o ficheiro ', file, ...updatedBy(recordCount)];
    case 'file.correct':
      return ['corrigiu linhas recusadas do ficheiro ', file];
    case 'file.undo':
      return ['anulou o carregamento do ficheiro ', file];
    case 'status-word.set':
      return ['disse o que quer dizer a palavra de pagamento ', { name: about ?? '' }];
    case 'login.invite':
      return ['enviou um convite de acesso a ', person];
    case 'login.bind':
      return ['entrou pela primeira vez: o login ficou ligado a ', person];
    case 'export':
      return ['exportou ', { name: about ?? 'uma lista' }];
    case 'view':
      return ['viu o dashboard como ', person];
    case 'undo':
      return change.records.length === 0 ? ['anulou uma acção'] : ['anulou uma acção: ', ...recordsDeed(change, true)];
    default:
      return recordsDeed(change, false);
  }
}

function updatedBy(recordCount: number): Part[] {
  if (recordCount === 0) return [];
  return [` e actualizou ${recordCount === 1 ? 'uma encomenda' : `${formatNumber(recordCount)} encomendas`}`];
}

/** What was done to the records: to the one that the action is about, or to all of them. */
function recordsDeed(change: Change, restoring: boolean): Part[] {
  const { does, records, recordCount } = change;
  const main = mainRecord(does, records);
  if (main === undefined) return [withoutRecords(does)];
  const isOnePerson =
    main.consultantId !== null && records.every(({ consultantId }) => consultantId === main.consultantId);
  if (recordCount !== 1 && !isOnePerson) return manyDeed(change, main.kind, restoring);
  // Who has a period is there, also where another of these periods is not.
  const isThere = main.kind === 'period' && isOnePerson && records.some(({ exists }) => exists);
  return oneDeed(isThere ? { ...main, exists: true } : main, restoring);
}

/** A change of a consultant may move periods, too; a new period may take days from others. */
function mainRecord(does: Action, records: readonly ChangedRecord[]): ChangedRecord | undefined {
  const kind = does.split('.')[0];
  const wanted = does.endsWith('.create') ? 'created' : does.endsWith('.delete') ? 'deleted' : undefined;
  const ofKind = records.filter((record) => record.kind === kind);
  return (
    ofKind.find((record) => fateOf(record) === wanted) ??
    ofKind[0] ??
    records.find(({ kind }) => kind !== 'period') ??
    records[0]
  );
}

function withoutRecords(does: Action): string {
  const words: Partial<Record<Action, string>> = {
    'consultant.update': 'guardou um consultor sem mudar nada',
    'period.update': 'guardou um período sem mudar nada',
    'order.update': 'guardou uma encomenda sem mudar nada',
    'consultants.change': 'alterou consultores, sem mudar nenhum',
    'orders.change': 'alterou encomendas, sem mudar nenhuma',
  };
  return words[does] ?? 'escreveu na base de dados';
}

function oneDeed(record: ChangedRecord, restoring: boolean): Part[] {
  const { kind, fields } = record;
  const fate = fateOf(record);
  const name = nameOf(record);
  const [only] = fields;
  if (fate === 'changed' && only && fields.length === 1) {
    const [from, to] = [shownValue(kind, only.field, only.before), shownValue(kind, only.field, only.after)];
    const label = labelOf(kind, only.field);
    return [`mudou ${label} de `, { name: from }, ' para ', { name: to }, ` ${nouns[kind].of} `, name];
  }
  if (kind === 'period' && fate !== 'changed') return periodDeed(record, restoring);
  const verb = restoring && fate === 'created' ? 'repôs' : verbs[fate];
  return [`${verb} ${nouns[kind].the} `, name];
}

/** A new period says under whom somebody stands, and from when on. */
function periodDeed(record: ChangedRecord, restoring: boolean): Part[] {
  const isNew = fateOf(record) === 'created';
  const value = (field: string) => {
    const found = record.fields.find((one) => one.field === field);
    return (isNew ? found?.after : found?.before) ?? undefined;
  };
  const upline = value('parentId');
  const start = value('startDate');
  const end = value('endDate');
  if (upline === undefined || start === undefined) {
    return [`${isNew ? (restoring ? 'repôs' : 'acrescentou') : 'apagou'} ${nouns.period.the} `, nameOf(record)];
  }
  const days = end === undefined ? ` a partir de ${start}` : ` de ${start} a ${end}`;
  return isNew
    ? [restoring ? 'voltou a pôr ' : 'pôs ', nameOf(record), ' debaixo de ', { name: upline }, days]
    : ['apagou o período de ', nameOf(record), ' debaixo de ', { name: upline }, days];
}

/** Of a change of many, what all of the known records have in common. */
function manyDeed({ records, recordCount }: Change, kind: RecordKind, restoring: boolean): Part[] {
  const ofKind = records.filter((record) => record.kind === kind);
  const isOneKind = ofKind.length === records.length;
  const many = `${formatNumber(recordCount)} ${isOneKind ? nouns[kind].many : 'registos'}`;
  const fates = new Set(records.map(fateOf));
  const [fate = 'changed'] = fates;
  if (fates.size === 1 && fate !== 'changed')
    return [`${restoring && fate === 'created' ? 'repôs' : verbs[fate]} ${many}`];
  const [field] = ofKind[0]?.fields ?? [];
  const isSame =
    isOneKind &&
    field !== undefined &&
    ofKind.every(
      ({ fields }) => fields.length === 1 && fields[0]?.field === field.field && fields[0].after === field.after,
    );
  if (!isSame) return [`alterou ${many}`];
  return [
    `mudou ${labelOf(kind, field.field)} para `,
    { name: shownValue(kind, field.field, field.after) },
    ` em ${many}`,
  ];
}

export function nameOf(record: ChangedRecord): Part {
  return { name: record.name, to: record.exists ? pathOf(record) : undefined };
}

function pathOf({ kind, id, consultantId }: ChangedRecord): string | undefined {
  if (kind === 'order') return `/backoffice/edit-orders/${id}`;
  return consultantId === null ? undefined : personPath(consultantId);
}

const personPath = (id: number) => `/backoffice/users/${id}`;
