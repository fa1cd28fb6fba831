-- The nodes of release 0.1.0 are woken by this notification; without it, events wait up to the next poll.
create or replace function wake_worker() returns trigger language plpgsql as $$
begin
  perform pg_notify('postern_outbox', '');
  return null;
end $$;
create or replace trigger wake after insert on outbox for each statement execute function wake_worker();

-- up again
drop trigger wake on outbox;
drop function wake_worker();
