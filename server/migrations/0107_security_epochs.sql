-- The security epoch of a person: when their password, addresses, second factors, linked accounts or status last changed,
-- or all their sessions were ended; in microseconds since 1970. A proof keeps the epoch of its person or, while it does
-- not know the person, its own time. It is refused if the epoch is another or a later one.
alter table users add column security_epoch bigint not null default 0;

create function next_security_epoch(before bigint) returns bigint language sql volatile as $$
  select greatest(before + 1, floor(extract(epoch from clock_timestamp()) * 1000000)::bigint)
$$;

-- A factor that is used, renamed or encrypted with another key stays the same, and so does an account whose provider
-- reports another picture. A password that is only stored in a stronger format is not changed either: its writer says so.
create function advance_security_epoch() returns trigger language plpgsql as $$
begin
  if (new.password_encrypted is distinct from old.password_encrypted
      and current_setting('app.same_password', true) is distinct from 'on')
    or new.is_suspended <> old.is_suspended
    or new.primary_email is distinct from old.primary_email
    or new.primary_phone is distinct from old.primary_phone
    or (new.email_verified_at is null) <> (old.email_verified_at is null)
    or (new.phone_verified_at is null) <> (old.phone_verified_at is null)
    or jsonb_path_query_array(new.mfa_verifications, '$[*].id')
      <> jsonb_path_query_array(old.mfa_verifications, '$[*].id')
    or (select jsonb_object_agg(target, identity -> 'userId') from jsonb_each(new.identities) as one (target, identity))
      is distinct from
      (select jsonb_object_agg(target, identity -> 'userId') from jsonb_each(old.identities) as one (target, identity))
  then
    new.security_epoch := next_security_epoch(old.security_epoch);
  end if;
  return new;
end $$;
create trigger security_changes before update of password_encrypted, is_suspended, primary_email, primary_phone,
  email_verified_at, phone_verified_at, mfa_verifications, identities on users for each row
  execute function advance_security_epoch();

-- Approvals that were not redeemed yet, and trusted browsers, end with the epoch in which they were made.
create function end_security_epoch() returns trigger language plpgsql as $$
begin
  delete from trusted_devices where tenant_id = new.tenant_id and user_id = new.id;
  delete from oidc_models where tenant_id = new.tenant_id and account_id = new.id and grant_id is not null
    and model in ('AuthorizationCode', 'DeviceCode', 'BackchannelAuthenticationRequest');
  return null;
end $$;
create trigger security_epoch_ends after update on users for each row
  when (new.security_epoch <> old.security_epoch) execute function end_security_epoch();

-- For changes that are not in the row of the person, such as the end of all sessions. People are locked in one order.
-- One by one, because the plan for a list of unknown length would read all people.
create function advance_security_epochs(people text[]) returns void language plpgsql as $$
declare
  person text;
begin
  for person in select distinct one from unnest(people) as one order by one loop
    update users set security_epoch = next_security_epoch(security_epoch) where id = person;
  end loop;
end $$;

-- Accounts at the identity provider of a company are in a table of their own.
create function advance_epochs_of_identities() returns trigger language plpgsql as $$
begin
  update users u set security_epoch = next_security_epoch(u.security_epoch)
    from (select distinct tenant_id, user_id from changed_rows) as changed
    where u.tenant_id = changed.tenant_id and u.id = changed.user_id;
  return null;
end $$;
create trigger security_given after insert on user_sso_identities referencing new table as changed_rows
  for each statement execute function advance_epochs_of_identities();
create trigger security_taken after delete on user_sso_identities referencing old table as changed_rows
  for each statement execute function advance_epochs_of_identities();
