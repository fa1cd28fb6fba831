-- The owner of an address that an account only claimed has proven it. Whoever claimed it keeps nothing that leads back into
-- the account: neither links that restore an earlier address, nor personal access tokens (attack 15). An address that is
-- set or restored together with its proof is another case.
create function end_claimed_access() returns trigger language plpgsql as $$
begin
  update address_changes set ended_at = now()
    where tenant_id = new.tenant_id and user_id = new.id and ended_at is null;
  delete from personal_access_tokens where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
create trigger claimed_access_ends after update of email_verified_at, phone_verified_at on users for each row
  when ((old.email_verified_at is null and new.email_verified_at is not null and old.primary_email = new.primary_email)
    or (old.phone_verified_at is null and new.phone_verified_at is not null and old.primary_phone = new.primary_phone))
  execute function end_claimed_access();
