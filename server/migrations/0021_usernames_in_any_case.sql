-- For CASE_SENSITIVE_USERNAME=false: usernames that differ only in case are the same. The server says so on each of its
-- connections with app.fold_usernames; without it nothing here is ever run.

-- Usernames are ASCII, so the collation "C" folds them the same way in every database. Only names with capitals stand in
-- this index, all others are found by users__username: whoever leaves the setting alone writes next to nothing into it.
create index users__folded_username on users (tenant_id, lower(username collate "C"))
  where username <> lower(username collate "C");

create function users_named_in(tenant varchar, given text) returns setof varchar(12)
  language sql stable security definer set search_path = public as $$
    select id from users where tenant_id = tenant and username = lower(given collate "C")
    union all
    select id from users where tenant_id = tenant and username <> lower(username collate "C")
      and lower(username collate "C") = lower(given collate "C")
  $$;

-- lower() is not leakproof, so row-level security would keep it out of the index; see search_users.
create function users_named(given text) returns setof varchar(12)
  language sql stable security definer set search_path = public as $$
    select * from users_named_in(current_setting('app.tenant_id'), given)
    where current_setting('app.fold_usernames', true) = 'on'
  $$;

-- Nobody when several have the name: they were there before the setting, and only the exact name tells them apart.
create function user_named(given text) returns varchar(12)
  language sql stable security definer set search_path = public as $$
    select min(id) from users_named(given) as id having count(*) = 1
  $$;

-- A unique index would hold for those who leave the setting alone as well. Two who want the same name at the same time
-- take turns by the lock; a query in a volatile function then sees what the other has committed.
create function claim_username() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and new.username is not distinct from old.username then
    return new;
  end if;
  perform pg_advisory_xact_lock(
    hashtextextended('username ' || new.tenant_id || ' ' || lower(new.username collate "C"), 0));
  if exists (select from users_named_in(new.tenant_id, new.username) as id where id <> new.id) then
    raise unique_violation using message = 'The username differs only in case from another one.',
      constraint = 'users__username', table = 'users';
  end if;
  return new;
end $$;
create trigger claim_username before insert or update of username on users for each row
  when (new.username is not null and current_setting('app.fold_usernames', true) = 'on')
  execute function claim_username();

grant create on schema public to postern_system;
alter function users_named_in(varchar, text) owner to postern_system;
alter function users_named(text) owner to postern_system;
alter function user_named(text) owner to postern_system;
alter function claim_username() owner to postern_system;
revoke create on schema public from postern_system;
revoke all on function users_named_in(varchar, text), users_named(text), user_named(text), claim_username() from public;
grant execute on function users_named_in(varchar, text) to postern_system;
grant execute on function users_named(text), user_named(text) to postern_app, postern_system;
