-- A recipient gets up to five messages for the same purpose in half a minute, instead of one every two seconds: people ask
-- for a code again at once when the first one does not come. The cap per hour stays.
create or replace function reserve_message(purpose varchar, recipient varchar, address varchar, whole varchar,
  max_recipient int, max_address int, max_whole int) returns varchar language plpgsql as $$
declare
  burst int;
begin
  if purpose is not null then
    insert into message_counters as c (subject) values (purpose)
      on conflict (tenant_id, subject) do update set
        count = case when c.window_start < now() - interval '30 seconds' then 1 else c.count + 1 end,
        window_start = case when c.window_start < now() - interval '30 seconds' then now() else c.window_start end
      returning count into burst;
    if burst > 5 then
      return 'burst';
    end if;
  end if;
  if recipient is not null and count_message(recipient) > max_recipient then
    return 'recipient';
  end if;
  if address is not null and count_message(address) > max_address then
    return 'address';
  end if;
  if whole is not null and count_message(whole) > max_whole then
    return 'tenant';
  end if;
  return 'sent';
end $$;
