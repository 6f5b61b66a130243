import type { ChangedRecord, RecordKind } from '@rede/contract/activity';
import type { Status } from '@rede/contract/consultants';
import { formatMoney } from '../lib/money.ts';

/** What the forms call the fields, by kind and wire name. */
const labels: Readonly<Record<RecordKind, Readonly<Record<string, string>>>> = {
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

const statuses: Readonly<Record<Status, string>> = { ACTIVE: 'Activo', INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' };

const amounts = new Set(['total', 'totalPayment']);

export function labelOf(kind: RecordKind, field: string): string {
  return labels[kind][field] ?? field;
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
