-- How many messages a tenant sends in an hour and in a day. A tenant without a row, or a null, has the default.
create table message_limits (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  email_hour int check (email_hour > 0),
  email_day int check (email_day > 0),
  sms_hour int check (sms_hour > 0),
  sms_day int check (sms_day > 0),
  primary key (tenant_id)
);
select guard_tenant_table('message_limits');

-- Messages that were sent and refused, per hour, for the chart. Kept for 62 days.
create table message_counts (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  channel varchar(8) not null check (channel in ('Email', 'Sms')),
  hour timestamptz not null,
  sent bigint not null default 0,
  refused bigint not null default 0,
  primary key (tenant_id, channel, hour)
);
create index message_counts__hour on message_counts (hour);
select guard_tenant_table('message_counts');

-- The share of the limit, in percent, that was already reported in this window.
alter table message_counters add column alerted int not null default 0;

-- Counts a message within a window; returns how many there are and in how many seconds the window ends.
create function count_in_window(counted varchar, seconds int, out n int, out ends_in int, out reported int)
  language sql as $$
  insert into message_counters as c (subject) values (counted)
    on conflict (tenant_id, subject) do update set
      count = case when c.window_start < now() - seconds * interval '1 second' then 1 else c.count + 1 end,
      alerted = case when c.window_start < now() - seconds * interval '1 second' then 0 else c.alerted end,
      window_start = case when c.window_start < now() - seconds * interval '1 second' then now() else c.window_start end
    returning count, greatest(1, ceil(extract(epoch from window_start + seconds * interval '1 second' - now()))::int),
      alerted
$$;

-- Reserves one message before it is sent, so that parallel requests cannot share one. `outcome` is `sent`, or the limit
-- that is exceeded; `wait` is the number of seconds until its window ends. `alerts` lists the limits of the tenant of
-- which 80 or 100 percent are used since this message. `caps` are the limits per hour of the recipient, the address and
-- the network, and the default limits of the tenant per hour and per day.
create function reserve_send(purpose varchar, recipient varchar, address varchar, network varchar, sent_kind varchar,
  caps int[], out outcome varchar, out wait int, out alerts jsonb) language plpgsql as $$
declare
  counted record;
  most int[];
  level int;
begin
  outcome := 'sent';
  wait := 0;
  alerts := '[]';
  if purpose is not null then
    select * into counted from count_in_window(purpose, 30);
    if counted.n > 5 then
      outcome := 'burst';
      wait := counted.ends_in;
      return;
    end if;
  end if;
  for i in 1..3 loop
    if (array[recipient, address, network])[i] is not null then
      select * into counted from count_in_window((array[recipient, address, network])[i], 3600);
      if counted.n > caps[i] then
        outcome := (array['recipient', 'address', 'network'])[i];
        wait := counted.ends_in;
        return;
      end if;
    end if;
  end loop;
  if sent_kind is null then
    return;
  end if;
  select case sent_kind when 'Sms' then array[l.sms_hour, l.sms_day] else array[l.email_hour, l.email_day] end
    into most from message_limits l;
  most := array[coalesce(most[1], caps[4]), coalesce(most[2], caps[5])];
  for i in 1..2 loop
    select * into counted from count_in_window((array['t:', 'd:'])[i] || sent_kind, (array[3600, 86400])[i]);
    level := case when counted.n >= most[i] then 100 when counted.n::bigint * 100 >= most[i]::bigint * 80 then 80 else 0 end;
    if level > counted.reported then
      update message_counters set alerted = level where subject = (array['t:', 'd:'])[i] || sent_kind;
      alerts := alerts || jsonb_build_object('window', (array['hour', 'day'])[i], 'percent', level, 'limit', most[i]);
    end if;
    if counted.n > most[i] then
      outcome := 'tenant';
      wait := counted.ends_in;
      return;
    end if;
  end loop;
end $$;
