-- Loads of orders run the same foreign keys and triggers as every other write. What waits for the end of a load is the counting alone.

drop function begin_import_batch();
drop function end_import_batch();
drop function may_stop_triggers();

-- A load that writes its orders in batches says `set_config('rede.counts_wait', 'on', true)`: the triggers then count no order that is inserted,
-- and `count_import` counts them all in the end.
do $$
declare
  waiting regprocedure;
begin
  for waiting in select oid from pg_proc where prokind = 'f' and prosrc like '%rede.totals_wait%' loop
    execute replace(pg_get_functiondef(waiting), 'rede.totals_wait', 'rede.counts_wait');
  end loop;
end $$;

-- Counts the orders of an import, with ids from the first to the last, that were inserted while counts waited.
create or replace function count_import(import integer, first_order bigint, last_order bigint) returns void language sql as $$
  select add_import_to_sums(import, first_order, last_order);
  select tally_import(import, first_order, last_order);
$$;
