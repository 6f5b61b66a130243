import { type ChangedRecord, type RecordKind } from '@rede/contract/activity';
import { addDays, type Day } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';

/** A row as it was noted: plain columns only. */
type Kept = Record<string, string | number | null>;

/** A row of changed_records; `exists` says whether the record is there now. */
export interface RecordRow {
  changeId: number;
  kind: RecordKind;
  id: number;
  consultantId: number | null;
  exists: boolean;
  before: Kept | null;
  after: Kept | null;
}

/** The columns of a `RecordRow`, of changed_records as `noted`. */
export const recordColumns: RawBuilder<RecordRow> = sql`
  noted.change_id as "changeId",
  noted.kind,
  noted.record_id as id,
  noted.consultant_id as "consultantId",
  case noted.kind
    when 'consultant' then exists (select from consultants where id = noted.record_id)
    when 'period' then exists (select from upline_periods where id = noted.record_id)
    else exists (select from orders where id = noted.record_id)
  end as exists,
  noted.before,
  noted.after`;

/** Consultants' codes and names by id, of deleted ones as they were last. */
export type Named = ReadonlyMap<number, { code: string; name: string }>;

export async function findNamed(db: Queries, rows: readonly RecordRow[]): Promise<Named> {
  const ids = new Set(
    rows.flatMap(({ consultantId, before, after }) => [
      consultantId,
      ...[before, after].flatMap((kept) => [idIn(kept, 'consultant_id'), idIn(kept, 'upline_id')]),
    ]),
  );
  ids.delete(null);
  if (ids.size === 0) return new Map();
  const { rows: named } = await sql<{ id: number; code: string; name: string }>`
    select
      wanted.id,
      coalesce(consultant.internal_id, gone.kept ->> 'internal_id') as code,
      coalesce(consultant.name, gone.kept ->> 'name') as name
    from unnest(${[...ids]}::bigint[]) as wanted (id)
    left join consultants consultant on consultant.id = wanted.id
    left join lateral (
      select coalesce(after, before) as kept
      from changed_records
      where consultant.id is null and kind = 'consultant' and record_id = wanted.id
      order by change_id desc
      limit 1
    ) gone on true
    where coalesce(consultant.internal_id, gone.kept ->> 'internal_id') is not null
  `.execute(db);
  return new Map(named.map(({ id, code, name }) => [id, { code, name }]));
}

/** In wire form, with what differs in words that people know. */
export function wire({ kind, id, consultantId, exists, before, after }: RecordRow, named: Named, company: string) {
  const [was, is] = [shown(kind, before, named, company), shown(kind, after, named, company)];
  const record: ChangedRecord = {
    kind,
    id,
    name: nameOf(kind, after ?? before ?? {}, named),
    consultantId,
    exists,
    fields: Object.keys({ ...was, ...is }).flatMap((field) => {
      const [former, present] = [was[field] ?? null, is[field] ?? null];
      if (former === present) return [];
      const show = field === 'taxId' ? masked : (value: string | null) => value;
      return [{ field, before: show(former), after: show(present) }];
    }),
  };
  return record;
}

/** What people know a record by: as it is now where it is a period, else as it was then. */
export function nameOf(kind: RecordKind, kept: Kept, named: Named): string {
  if (kind === 'order') return String(kept.ecommerce_id);
  if (kind === 'consultant') return `${String(kept.internal_id)} ${String(kept.name)}`;
  const consultant = named.get(Number(kept.consultant_id));
  return consultant ? `${consultant.code} ${consultant.name}` : `n.º ${String(kept.consultant_id)}`;
}

/** A tax id of which only the end can be read. */
function masked(taxId: string | null): string | null {
  return taxId === null ? null : `•••••${taxId.slice(-3)}`;
}

type Fields = Record<string, string | null>;

/** A kept row's fields by their wire names. */
function shown(kind: RecordKind, kept: Kept | null, named: Named, company: string): Fields {
  if (!kept) return {};
  const text = (column: string) => {
    const value = kept[column];
    return value === null || value === undefined ? null : String(value);
  };
  const code = (column: string) => {
    const id = idIn(kept, column);
    return id === null ? null : (named.get(id)?.code ?? `n.º ${id}`);
  };
  const cents = (column: string) => {
    const value = text(column);
    return value === null ? null : fromCents(value);
  };
  switch (kind) {
    case 'consultant':
      return {
        name: text('name'),
        email: text('email'),
        taxId: text('tax_id'),
        internalId: text('internal_id'),
        createdAt: text('created_at'),
        startDate: text('start_date'),
        endDate: text('end_date'),
        status: text('status'),
      };
    case 'period': {
      const { first, last } = daysOf(String(kept.during));
      return { parentId: code('upline_id') ?? company, startDate: first, endDate: last };
    }
    case 'order':
      return {
        ecommerceId: text('ecommerce_id'),
        couponCode: text('coupon_code'),
        createdAt: text('created_at'),
        paidAt: text('paid_at'),
        total: cents('total_cents'),
        totalPayment: cents('total_payment_cents'),
        'consultant.internalId': code('consultant_id'),
      };
  }
}

/** A range of days as the database writes it, both days included. */
export function daysOf(range: string): { first: Day; last: Day | null } {
  const [, first = '', end = ''] = /^\[(.*),(.*)\)$/.exec(range) ?? [];
  return { first, last: end === '' ? null : addDays(end, -1) };
}

function idIn(kept: Kept | null, column: string): number | null {
  const id = kept?.[column];
  return typeof id === 'number' ? id : null;
}
