-- Files of orders that were loaded, kept in the transaction that loads their orders: who loaded what can be seen, and a load be
-- undone as a whole.

create table order_imports (
  id integer generated always as identity primary key,
  file_name text not null check (file_name <> ''),
  file_size bigint not null,           -- in bytes
  sha256 bytea not null,               -- of the bytes: the same file again is recognised, whatever it is called
  update_existing boolean not null,    -- whether orders that were there got the file's newer payment
  loaded_at timestamptz not null default clock_timestamp(),
  loaded_by text not null,             -- as the login named them then
  loaded_by_subject text not null,     -- the login's own identifier
  -- What became of the file's records.
  successful integer not null,
  updated integer not null,
  failed integer not null,
  malformed integer not null,
  failed_lines jsonb not null,         -- [{lineNumber, lines, error}], the first 10 000
  recognised jsonb not null,           -- {shop, separator, encoding, columns: [{field, title}]}
  -- The ids of the orders it created lie between these two, next to the few that others drew meanwhile.
  first_order_id bigint not null,
  last_order_id bigint not null,
  undone_at timestamptz,
  undone_by text,
  undone_by_subject text,
  constraint order_imports_undone_by_somebody check (num_nulls(undone_at, undone_by, undone_by_subject) in (0, 3))
);

create index order_imports_file on order_imports (sha256);

-- What an import updated: the payment that the order had before, and the version that it got. Nothing refers to the order, which may
-- be deleted since, nor to the import, which is written after and in the same transaction.
create table order_import_updates (
  import_id integer not null,
  line integer not null,               -- where the file's record starts
  order_id bigint not null,
  paid_at date,
  total_payment_cents bigint,
  version integer not null,
  primary key (import_id, line)
);
