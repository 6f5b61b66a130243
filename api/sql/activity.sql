-- The activity log: what triggers note of each write to consultants, upline_periods and orders (migrations/0007).

-- The change that this transaction is part of. A write from outside the application gets one of its own, of nobody.
create function current_change() returns bigint language plpgsql as $$
declare
  known bigint := nullif(current_setting('rede.change', true), '')::bigint;
begin
  if known is null then
    insert into changes (does) values ('script') returning id into known;
    perform set_config('rede.change', known::text, true);
  end if;
  return known;
end $$;
