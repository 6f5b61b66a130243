import { type ChangedRecord, fieldNames, type RecordKind } from '@rede/contract/activity';
import type { Status } from '@rede/contract/consultants';
import { formatMoney } from '../lib/money.ts';

const statuses: Readonly<Record<Status, string>> = { ACTIVE: 'Activo', INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' };

const amounts = new Set(['total', 'totalPayment']);

export function labelOf(kind: RecordKind, field: string): string {
  return fieldNames[kind][field] ?? field;
}

/** A field's value as the product shows it; nothing is a dash, and a period without a last day is open. */
export function shownValue(kind: RecordKind, field: string, value: string | null): string {
  if (value === null || value === '') return kind === 'period' && field === 'endDate' ? 'em aberto' : '–';
  if (amounts.has(field)) return formatMoney(value);
  return (field === 'status' && (statuses as Readonly<Record<string, string>>)[value]) || value;
}

/** A field that no record is without: it tells a new record from one that got its first value. */
const always: Readonly<Record<RecordKind, string>> = {
  consultant: 'internalId',
  period: 'startDate',
  order: 'ecommerceId',
};

/** What happened to a record. */
export function fateOf({ kind, fields }: Pick<ChangedRecord, 'kind' | 'fields'>): 'created' | 'changed' | 'deleted' {
  const name = fields.find(({ field }) => field === always[kind]);
  if (name === undefined) return 'changed';
  if (name.before === null) return 'created';
  return name.after === null ? 'deleted' : 'changed';
}
