import { mostFailedLines } from '@rede/contract/orders-import';
import { z } from 'zod';
import type { SettledStyle } from '../orders-file/file-style.ts';
import type { Session } from './session.ts';

/** What a staged file is loaded as. */
export interface Load {
  importId: number;
  style: SettledStyle;
  /** Whether orders that are there get a newer payment. */
  updateExisting: boolean;
}

const rejectedRecord = z.object({
  line: z.int(),
  lines: z.int(),
  number: z.string(),
  /** What the record itself says against it: Portuguese, with the column and the value. */
  problem: z.string().nullable(),
  /** What is kept of such a record, as JSON. */
  refused: z.string().nullable(),
  // What the others say; null as far as they do not.
  coupon: z.string().nullable(),
  code: z.string().nullable(),
  createdAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  total: z.int().nullable(),
  payment: z.int().nullable(),
  /** A Código IK that no consultant has. */
  unknownCode: z.string().nullable(),
  /** Where the file already had an order of this number, staged as well. */
  firstLine: z.int().nullable(),
  /** The order of this number that the load made of a record, staged or not. */
  loadedId: z.int().nullable(),
});

/** A record that no order was made of, and why; where all reasons are null, another load or somebody had made an order of its number. */
export type RejectedRecord = z.infer<typeof rejectedRecord>;

/** The consultant of the first of a `coupon`'s codes that is one's Código IK; null where none is. */
export const consultantOfCoupon = `(
  select consultant.id
  from regexp_split_to_table(coupon, '[,;]') with ordinality as part (code, place)
  join consultants consultant on lower(consultant.internal_id) = lower(trim(part.code))
  order by part.place
  limit 1
)`;

/**
 * Puts the readings that hold in the file's style into a table `validated` that ends with the transaction, each with the consultant of its code or
 * else of the first of its coupons that is a consultant's code. Read once: what is then inserted, updated and rejected is decided on the same codes,
 * whoever changes one meanwhile.
 */
export async function createValidated(client: Session, { style }: Load): Promise<void> {
  await client.query(
    'create temporary table validated (like staged, consultant_id bigint, unknown_code text) on commit drop',
  );
  await client.query(
    `with coupon_consultants as materialized (
      select coupon, ${consultantOfCoupon} as consultant_id
      from (select distinct coupon from staged where code is null and coupon is not null) as coupons
    )
    insert into validated
    select
      staged.*,
      coalesce(by_code.id, by_coupon.consultant_id),
      case when by_code.id is null then staged.code end
    from staged
    left join consultants by_code on lower(by_code.internal_id) = lower(staged.code)
    left join coupon_consultants by_coupon on staged.code is null and by_coupon.coupon = staged.coupon
    where (date_order is null or date_order = $1) and (decimal_mark is null or decimal_mark = $2)`,
    [style.dateOrder, style.decimalMark],
  );
  await client.query('analyze validated');
}

/** The first records of the file that no order was made of or updated by, as many as an answer lists. */
export async function findRejected(client: Session, { importId }: Load): Promise<RejectedRecord[]> {
  const { rows } = await client.query(
    // Of orders this new the planner has no statistics. Looked up one by one, each could cost it a whole index that has the ids in some other
    // order; so they are read once, and looked up in memory.
    `with made as materialized (
      select id from orders where import_id = $1::integer and id >= (select min(id) from staged)
    ),
    outcomes as (
      select
        line, number,
        coalesce(
          case when validated.id in (select id from made) then true end,
          (select true from order_import_updates kept where kept.import_id = $1::integer and kept.line = validated.line)
        ) as loaded
      from validated
    ),
    placed as (
      select line, loaded, min(line) filter (where loaded) over (partition by number collate "C") as first_line from outcomes
    ),
    rejected as materialized (
      select line, first_line from placed where loaded is null order by line limit ${mostFailedLines}
    )
    select
      line, lines, number, problem, refused, unknown_code as "unknownCode", first_line as "firstLine",
      coupon, code, created_at as "createdAt", paid_at as "paidAt", total_cents as total, total_payment_cents as payment,
      (select id from orders where ecommerce_id = number and import_id = $1::integer) as "loadedId"
    from rejected
    join validated using (line)
    order by line`,
    [importId],
  );
  return z.array(rejectedRecord).parse(rows);
}
