import type { PoolClient } from 'pg';
import { consultantOfCoupon } from './judging.ts';
import type { OrderValues } from './order-reader.ts';

/** So many codes and coupons are remembered, so that memory stays flat. */
const mostRemembered = 100_000;

/** What tells whose order it is. */
export type Named = Pick<OrderValues, 'code' | 'coupon'>;

/** The consultant whose order it is; null where it is nobody's, or where its code is. */
interface Owner {
  consultantId: number | null;
  unknownCode: string | null;
}

const nobody: Owner = { consultantId: null, unknownCode: null };

/** Whose orders are whose: the consultants that a file names, each looked up once. */
export class CodeBook {
  readonly #client: PoolClient;
  #byCode = new Map<string, Owner>();
  #byCoupon = new Map<string, Owner>();

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Looks up whom these name, for `consultantOf` to tell. */
  async lookUp(named: readonly Named[]): Promise<void> {
    if (this.#byCode.size > mostRemembered) this.#byCode = new Map();
    if (this.#byCoupon.size > mostRemembered) this.#byCoupon = new Map();
    const codes = new Set<string>();
    const coupons = new Set<string>();
    for (const { code, coupon } of named) {
      if (code === null) {
        if (coupon !== null && !this.#byCoupon.has(coupon)) coupons.add(coupon);
      } else if (!this.#byCode.has(code)) codes.add(code);
    }
    if (codes.size > 0) await this.#lookUpCodes([...codes]);
    if (coupons.size > 0) await this.#lookUpCoupons([...coupons]);
  }

  /** Whose order it is: of its code or else of its coupon. */
  consultantOf(named: Named | undefined): Owner {
    if (!named) return nobody;
    if (named.code !== null) return this.#byCode.get(named.code) ?? nobody;
    return named.coupon === null ? nobody : (this.#byCoupon.get(named.coupon) ?? nobody);
  }

  async #lookUpCodes(codes: readonly string[]): Promise<void> {
    const { rows } = await this.#client.query<{ code: string; id: number }>(
      `select code, consultant.id
      from unnest($1::text[]) as given (code)
      join consultants consultant on lower(consultant.internal_id) = lower(code)`,
      [codes],
    );
    for (const code of codes) this.#byCode.set(code, { consultantId: null, unknownCode: code });
    for (const { code, id } of rows) this.#byCode.set(code, { consultantId: id, unknownCode: null });
  }

  async #lookUpCoupons(coupons: readonly string[]): Promise<void> {
    const { rows } = await this.#client.query<{ coupon: string; id: number | null }>(
      `select coupon, ${consultantOfCoupon} as id from unnest($1::text[]) as given (coupon)`,
      [coupons],
    );
    for (const { coupon, id } of rows) this.#byCoupon.set(coupon, { consultantId: id, unknownCode: null });
  }
}
