-- What is done with a file after it was loaded: refused lines that are corrected, and words for a status that are explained.

-- In failed_lines each line has from now on, beside {lineNumber, lines, error}, the `field` at fault and the record's `values`; and where
-- these do not say all of it, `objections` to the record and how much of it is `unpaid` (api/src/orders-file/refused-record.ts).
alter table order_imports add column unknown_words jsonb not null default '[]'; -- [{word, records}]

-- Refused lines that were corrected and are orders since. Nothing refers to the order, which may be deleted since, nor to the import, which
-- never is.
create table order_import_corrections (
  import_id integer not null,
  line integer not null,               -- where the file's record starts
  order_id bigint not null,
  before jsonb,                        -- its values in the file; null where the load kept none
  after jsonb not null,                -- the values it was loaded with
  corrected_at timestamptz not null default clock_timestamp(),
  corrected_by text not null,          -- as the login named them then
  corrected_by_subject text not null,  -- the login's own identifier
  primary key (import_id, line)
);

-- What somebody said that a shop's word for an order's status means.
create table status_words (
  shop text not null,
  key text not null,                   -- the word without regard to case, accents and spaces
  word text not null,                  -- as the shop writes it
  meaning text not null check (meaning in ('paid', 'unpaid', 'cancelled')),
  said_at timestamptz not null default clock_timestamp(),
  said_by text not null,               -- as the login named them then
  said_by_subject text not null,       -- the login's own identifier
  primary key (shop, key)
);
