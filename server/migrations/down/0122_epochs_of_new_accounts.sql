-- The previous release does not say that a person changes their own address.
drop trigger addresses_set on users;

-- up again
create trigger addresses_set after update of primary_email, primary_phone on users for each row
  when ((new.primary_email is distinct from old.primary_email or new.primary_phone is distinct from old.primary_phone)
    and current_setting('app.own_change', true) is distinct from 'on')
  execute function end_address_changes();
