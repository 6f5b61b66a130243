import type { PoolClient } from 'pg';
import type { OrderValues } from '../orders-file/order-reader.ts';
import { consultantOfCoupon } from './validation.ts';

/** So many codes and coupons are remembered, so that memory stays flat. */
const mostRemembered = 100_000;

/** Whose an order is, as far as its record tells: it has the code or, where that is null, the coupon. */
export interface ConsultantReference {
  readonly code: string | null;
  readonly coupon: string | null;
  /** Null where it is nobody's, or where its code is; undefined until that is looked up. */
  consultantId: number | null | undefined;
}

const nobody: ConsultantReference = { code: null, coupon: null, consultantId: null };

/** Finds the consultants of orders. Each code and each coupon is one object however many orders it has, and is looked up once. */
export class ConsultantLookup {
  readonly #client: PoolClient;
  readonly #byCode = new Map<string, ConsultantReference>();
  readonly #byCoupon = new Map<string, ConsultantReference>();

  constructor(client: PoolClient) {
    this.#client = client;
  }

  referenceOf({ code, coupon }: Pick<OrderValues, 'code' | 'coupon'>): ConsultantReference {
    if (code === null && coupon === null) return nobody;
    const known = code === null ? this.#byCoupon : this.#byCode;
    const written = code ?? coupon ?? '';
    let reference = known.get(written);
    if (!reference) {
      if (known.size >= mostRemembered) known.clear();
      reference = { code, coupon: code === null ? coupon : null, consultantId: undefined };
      known.set(written, reference);
    }
    return reference;
  }

  /** Looks up the consultants of those references that have not been looked up. Who is found cannot be deleted until the transaction ends. */
  async lookUp(references: readonly ConsultantReference[]): Promise<void> {
    const unknown = [...new Set(references.filter(({ consultantId }) => consultantId === undefined))];
    const codes = unknown.flatMap(({ code }) => code ?? []);
    const coupons = unknown.flatMap(({ coupon }) => coupon ?? []);
    const byCode = codes.length > 0 ? await this.#find(consultantsOfCodes, codes) : new Map<string, number>();
    const byCoupon = coupons.length > 0 ? await this.#find(consultantsOfCoupons, coupons) : new Map<string, number>();
    for (const reference of unknown) {
      const found = reference.code === null ? byCoupon.get(reference.coupon ?? '') : byCode.get(reference.code);
      reference.consultantId = found ?? null;
    }
  }

  async #find(query: string, written: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.#client.query<{ written: string; id: number }>(query, [written]);
    return new Map(rows.map(({ written, id }) => [written, id]));
  }
}

const consultantsOfCodes = `
  select code as written, consultant.id
  from unnest($1::text[]) as given (code)
  join consultants consultant on lower(consultant.internal_id) = lower(code)
  for key share of consultant`;

const consultantsOfCoupons = `
  select coupon as written, consultant.id
  from unnest($1::text[]) as given (coupon)
  join consultants consultant on consultant.id = ${consultantOfCoupon}
  for key share of consultant`;
