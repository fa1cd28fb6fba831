-- After how many days people must choose a new password. An empty object means never.
alter table sign_in_experiences add column password_expiration jsonb not null default '{}';

-- Null for passwords from before: the policy then counts from when it was switched on.
alter table users add column password_updated_at timestamptz;
-- An administrator wants the person to choose a new password at the next sign-in.
alter table users add column is_password_expired boolean not null default false;

-- However a password is written, it is new. One that is only stored in a stronger format is not: its writer says so.
create function date_password() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.password_updated_at := coalesce(new.password_updated_at, now());
  elsif new.password_encrypted is distinct from old.password_encrypted
    and current_setting('app.same_password', true) is distinct from 'on'
  then
    new.password_updated_at := case when new.password_encrypted is not null then now() end;
    new.is_password_expired := false;
  end if;
  return new;
end $$;
create trigger first_password before insert on users for each row when (new.password_encrypted is not null)
  execute function date_password();
create trigger next_password before update of password_encrypted on users for each row execute function date_password();

-- Sign-ins with the password that are not finished end when it expires.
create function expire_security_epoch() returns trigger language plpgsql as $$
begin
  new.security_epoch := next_security_epoch(old.security_epoch);
  return new;
end $$;
create trigger security_expires before update of is_password_expired on users for each row
  when (new.is_password_expired and not old.is_password_expired) execute function expire_security_epoch();
