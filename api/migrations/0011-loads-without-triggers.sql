-- A load that writes its orders while the file is read has looked up and locked whose they are, and does itself what the triggers of `orders`
-- would do (docs/decisions/0018). So they stand aside, and the foreign key with them, where this role may tell them to.

create function may_stop_triggers() returns boolean language sql stable as $$
  select has_parameter_privilege('session_replication_role', 'set')
$$;

-- From here on `orders` takes a load's rows. Returning to the savepoint before it undoes this as well.
create function begin_import_batch() returns void language plpgsql as $$
begin
  perform set_config('rede.totals_wait', 'on', true);
  if may_stop_triggers() then perform set_config('session_replication_role', 'replica', true); end if;
end $$;

-- From here on everything written is checked and counted again, but orders, which `add_import_to_sums` and `tally_import` have to do at the end of
-- the load. That a batch was written is noted at once, as the trigger would.
create function end_import_batch() returns void language plpgsql as $$
begin
  if not may_stop_triggers() then return; end if;
  perform set_config('session_replication_role', 'origin', true);
  insert into list_writes (of_orders) values (true);
end $$;

drop function sums_wait_for_import();
