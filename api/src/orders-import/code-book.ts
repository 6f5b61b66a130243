import type { PoolClient } from 'pg';
import { consultantOfCoupon } from './judging.ts';
import type { OrderValues } from './order-reader.ts';

/** So many codes and coupons are remembered, so that memory stays flat. */
const mostRemembered = 100_000;

/** Whose an order is, as far as its record tells: it has the code or, where that is null, the coupon. */
export interface Owner {
  readonly code: string | null;
  readonly coupon: string | null;
  /** Null where it is nobody's, or where its code is; undefined until that is looked up. */
  consultantId: number | null | undefined;
}

const nobody: Owner = { code: null, coupon: null, consultantId: null };

/** Whose orders are whose. Each owner is one object however many orders it has, and is looked up once. */
export class CodeBook {
  readonly #client: PoolClient;
  #byCode = new Map<string, Owner>();
  #byCoupon = new Map<string, Owner>();

  constructor(client: PoolClient) {
    this.#client = client;
  }

  ownerOf({ code, coupon }: Pick<OrderValues, 'code' | 'coupon'>): Owner {
    if (code === null && coupon === null) return nobody;
    const book = code === null ? this.#byCoupon : this.#byCode;
    const written = code ?? coupon ?? '';
    let owner = book.get(written);
    if (!owner) {
      if (book.size >= mostRemembered) book.clear();
      owner = { code, coupon: code === null ? coupon : null, consultantId: undefined };
      book.set(written, owner);
    }
    return owner;
  }

  /** Looks up the consultants of those who have not been. Whoever is found cannot be deleted until the transaction ends. */
  async lookUp(owners: readonly Owner[]): Promise<void> {
    const unknown = [...new Set(owners.filter(({ consultantId }) => consultantId === undefined))];
    const codes = unknown.flatMap(({ code }) => code ?? []);
    const coupons = unknown.flatMap(({ coupon }) => coupon ?? []);
    const byCode = codes.length > 0 ? await this.#consultantsOfCodes(codes) : new Map<string, number>();
    const byCoupon = coupons.length > 0 ? await this.#consultantsOfCoupons(coupons) : new Map<string, number>();
    const locked = await this.#lock([...byCode.values(), ...byCoupon.values()]);
    for (const owner of unknown) {
      const found = owner.code === null ? byCoupon.get(owner.coupon ?? '') : byCode.get(owner.code);
      owner.consultantId = found !== undefined && locked.has(found) ? found : null;
    }
  }

  /** Keeps the consultants from being deleted; answers those who are still there. */
  async #lock(ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const { rows } = await this.#client.query<{ id: number }>(
      'select id from consultants where id = any($1::bigint[]) for key share',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async #consultantsOfCodes(codes: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.#client.query<{ code: string; id: number }>(
      `select code, consultant.id
      from unnest($1::text[]) as given (code)
      join consultants consultant on lower(consultant.internal_id) = lower(code)`,
      [codes],
    );
    return new Map(rows.map(({ code, id }) => [code, id]));
  }

  async #consultantsOfCoupons(coupons: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.#client.query<{ coupon: string; id: number | null }>(
      `select coupon, ${consultantOfCoupon} as id from unnest($1::text[]) as given (coupon)`,
      [coupons],
    );
    return new Map(rows.flatMap(({ coupon, id }) => (id === null ? [] : [[coupon, id] as const])));
  }
}
