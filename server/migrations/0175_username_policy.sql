-- What usernames that people choose must look like, and whether names that differ only in case are the same.
alter table sign_in_experiences add column username_policy jsonb not null default '{"caseSensitive": true, "minLength": 1,
  "maxLength": 128, "allowedChars": {"lowercase": true, "uppercase": true, "numbers": true, "underscore": true}}';

-- CASE_SENSITIVE_USERNAME=false applies to all tenants, the policy to its own.
create function folds_usernames(tenant varchar) returns boolean
  language sql stable security definer set search_path = public as $$
    select coalesce(current_setting('app.fold_usernames', true), '') = 'on' or exists (
      select from sign_in_experiences where tenant_id = tenant and username_policy ->> 'caseSensitive' = 'false')
  $$;

create or replace function users_named(given text) returns setof varchar(12)
  language sql stable security definer set search_path = public as $$
    select * from users_named_in(current_setting('app.tenant_id'), given)
    where (select folds_usernames(current_setting('app.tenant_id')))
  $$;

-- Changes of the policy take turns with new names by the first lock, which new names share with each other.
create or replace function claim_username() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and new.username is not distinct from old.username then
    return new;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('username policy ' || new.tenant_id, 0));
  if not folds_usernames(new.tenant_id) then
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
create or replace trigger claim_username before insert or update of username on users for each row
  when (new.username is not null) execute function claim_username();

-- Names that several users have in different cases: one of them has a capital. The number of all is in each row.
create function username_conflicts(shown int) returns table (total bigint, username_lower text, user_ids varchar(12)[])
  language sql stable security definer set search_path = public as $$
    with folded as (
      select distinct lower(username collate "C") as name from users
      where tenant_id = current_setting('app.tenant_id') and username <> lower(username collate "C")),
    conflicts as (
      select name, ids from folded cross join lateral (
        select array_agg(id order by id) as ids from users_named_in(current_setting('app.tenant_id'), name) as id) named
      where cardinality(ids) > 1)
    select count(*) over (), name, ids from conflicts order by name limit shown
  $$;

grant create on schema public to postern_system;
alter function folds_usernames(varchar) owner to postern_system;
alter function username_conflicts(int) owner to postern_system;
revoke create on schema public from postern_system;
revoke all on function folds_usernames(varchar), username_conflicts(int) from public;
grant execute on function folds_usernames(varchar), username_conflicts(int) to postern_app, postern_system;
