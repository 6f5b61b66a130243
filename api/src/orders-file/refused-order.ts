import type { RecordFields } from './record-fields.ts';
import { lineFieldOf, type Objection, type RefusedRecord } from './refused-record.ts';
import type { Field } from './shops.ts';
import { shownStatus } from './statuses.ts';
import { everything, type Known } from './written.ts';

/** Something that is wrong with a record: the message has the column and the value. */
export interface Fault {
  field: Field;
  message: string;
}

interface RefusedOrder extends Known {
  fields: string[];
  number: string;
  faults: readonly Fault[];
  /** In cents, and at most the total; null where the record does not tell. */
  unpaid: number | null;
}

/** What is kept of a record that is no order for its faults. */
export function refusedRecord(record: RecordFields, refused: RefusedOrder): RefusedRecord {
  const { fields, number, faults, total } = refused;
  const objections = faults.flatMap((fault) => objectionOf(record, fields, fault) ?? []);
  const foreign = faults.find(({ field }) => field === 'currency');
  let { unpaid } = refused;
  if (foreign && unpaid !== null && unpaid > 0) {
    // Of another currency an amount says nothing; that nothing was paid holds in euros too.
    const isAll = unpaid >= (total ?? everything);
    if (!isAll) objections.push({ field: 'totalPayment', error: foreign.message });
    unpaid = isAll ? everything : null;
  }
  const paid = unpaid !== null && typeof total === 'number' && !foreign ? total - Math.min(unpaid, total) : null;
  const payment = refused.payment === null ? paid : refused.payment;
  const [first] = faults;
  return {
    field: first ? fieldAtFault(record, fields, first) : null,
    values: record.values(fields, number, { ...refused, payment }),
    ...(objections.length > 0 ? { objections } : {}),
    ...(unpaid !== null && payment === null ? { unpaid } : {}),
  };
}

function fieldAtFault(record: RecordFields, fields: string[], { field }: Fault): RefusedRecord['field'] {
  if (field === 'status') return record.text(fields, 'paidAt') ? null : 'paidAt';
  return lineFieldOf[field];
}

/** What the record's values alone would not say against it. */
function objectionOf(record: RecordFields, fields: string[], fault: Fault): Objection | undefined {
  if (!['currency', 'outstanding', 'status'].includes(fault.field)) return undefined;
  const objection = { field: fieldAtFault(record, fields, fault), error: fault.message };
  if (fault.field !== 'status') return objection;
  return { ...objection, status: { shop: record.shop.name, word: shownStatus(record.text(fields, 'status')) } };
}
