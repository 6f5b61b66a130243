-- The outbox of logins (migrations/0004) follows consultants in the transaction of the change itself, whoever makes it: nothing is lost, and
-- nothing waits for the identity provider. Who loads a network as a whole (`set local rede.loading = 'on'`) invites nobody: a login is then made
-- when somebody asks for it.
create function follow_consultants(consultants bigint[], subjects text[], are_new boolean) returns void language sql as $$
  insert into logins as kept (consultant_id, login_id, wanted)
  select consultant_id, subject, are_new
  from unnest(consultants, subjects) as consultant (consultant_id, subject)
  where not are_new or current_setting('rede.loading', true) is distinct from 'on'
  on conflict (consultant_id) do update set
    login_id = coalesce(kept.login_id, excluded.login_id),
    revision = kept.revision + 1,
    attempts = 0,
    due_at = now()
$$;
