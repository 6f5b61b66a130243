-- A load writes its orders batch by batch and has them counted once, when all are there: from `set_config('rede.counts_wait', 'on', true)` on the
-- triggers of `orders` count nothing that is inserted, and `count_import` has to follow in the same transaction. So the history's writers are held up only by
-- that.
--
-- Of orders this new the planner has no statistics, and would look each of many up: joins are then made by hashing.
create function count_import(import integer, first_order bigint, last_order bigint) returns void language plpgsql as $$
begin
  perform set_config('rede.counts_wait', 'off', true);
  perform share_history();
  perform set_config('enable_nestloop', case when last_order - first_order > 20000 then 'off' else 'on' end, true);
  execute statement_counting_orders(format(
    'select *, 1 as sign from orders where id between %s and %s and import_id = %s',
    first_order, last_order, import
  ));
  perform set_config('enable_nestloop', 'on', true);
end $$;
