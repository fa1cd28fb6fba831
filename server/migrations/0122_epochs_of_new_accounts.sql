-- What was proven before an account was created is not about this account: an administrator may have deleted the previous
-- owner of the address (attack 53).
alter table users alter column security_epoch set default floor(extract(epoch from now()) * 1000000)::bigint;

-- One-time tokens are made for people who may have no account yet, so they count for one that is created later. They end
-- with an account.
create function revoke_one_time_tokens() returns trigger language plpgsql as $$
begin
  update one_time_tokens set status = 'revoked'
    where tenant_id = old.tenant_id and email = old.primary_email and status = 'active';
  return null;
end $$;
create trigger one_time_tokens_end after delete on users for each row
  when (old.primary_email is not null) execute function revoke_one_time_tokens();

-- An administrator or a directory sets the address of a person: links that would restore another one end. Otherwise an
-- attacker who changed the address twice keeps a link that takes the account back. Changes by the person say so, because
-- their earlier links must survive what an attacker changes.
create function end_address_changes() returns trigger language plpgsql as $$
begin
  update address_changes set ended_at = now()
    where tenant_id = new.tenant_id and user_id = new.id and ended_at is null
      and case identifier_type
        when 'email' then new.primary_email is distinct from old.primary_email
          and new.primary_email is distinct from old_identifier
        else new.primary_phone is distinct from old.primary_phone
          and new.primary_phone is distinct from old_identifier
      end;
  return null;
end $$;
create trigger addresses_set after update of primary_email, primary_phone on users for each row
  when ((new.primary_email is distinct from old.primary_email or new.primary_phone is distinct from old.primary_phone)
    and current_setting('app.own_change', true) is distinct from 'on')
  execute function end_address_changes();
