import type { Action, RecordKind } from '@rede/contract/activity';
import type { Status } from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables as kysely sees them: columns in snake_case, days as `yyyy-MM-dd`, ids and cents as numbers. */
export interface Tables {
  consultants: {
    id: GeneratedAlways<number>;
    name: string;
    email: string;
    tax_id: string;
    internal_id: string;
    created_at: Day;
    start_date: Day | null;
    end_date: Day | null;
    status: Status;
    subject: string | null;
    version: Generated<number>;
    normalized_name: GeneratedAlways<string>;
    normalized_email: GeneratedAlways<string>;
    normalized_internal_id: GeneratedAlways<string>;
  };
  upline_periods: {
    id: GeneratedAlways<number>;
    consultant_id: number;
    /** Null: the company. */
    upline_id: number | null;
    /** A daterange; write it with `daterange(…)`, read it with `lower` and `upper`. */
    during: string;
    version: Generated<number>;
  };
  orders: {
    id: GeneratedAlways<number>;
    ecommerce_id: string;
    consultant_id: number | null;
    coupon_code: string | null;
    created_at: Day;
    paid_at: Day | null;
    total_cents: number;
    total_payment_cents: number | null;
    pending_cents: GeneratedAlways<number>;
    version: Generated<number>;
    /** The import that created it. */
    import_id: number | null;
  };
  changes: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    by_name: string | null;
    by_subject: string | null;
    does: Action;
    about: string | null;
    about_id: number | null;
    undoes: number | null;
    transaction: Generated<string>;
  };
  changed_records: {
    change_id: number;
    kind: RecordKind;
    record_id: number;
    consultant_id: number | null;
    before: unknown;
    after: unknown;
    known_by: GeneratedAlways<string | null>;
  };
  logins: {
    consultant_id: number;
    login_id: string | null;
    wanted: boolean;
    invitation_asked: Generated<boolean>;
    mailed_to: string | null;
    mailed_at: Date | null;
    revision: Generated<number>;
    settled: Generated<number>;
    due_at: Generated<Date>;
    attempts: Generated<number>;
    failure: string | null;
    lease: string | null;
    leased_until: Date | null;
  };
  login_bindings: {
    id: GeneratedAlways<number>;
    subject: string;
    consultant_id: number | null;
    outcome: 'bound' | 'made' | 'unverified' | 'taken' | 'unknown';
    first_at: Generated<Date>;
    last_at: Generated<Date>;
    times: Generated<number>;
  };
}
