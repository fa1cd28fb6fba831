-- How long codes are valid and how many attempts they have. An empty object means the defaults.
alter table sign_in_experiences add column verification_code_policy jsonb not null default '{}';

-- The times of the last messages to a recipient, for limits whose window moves with the time.
alter table message_counters add column sent_at timestamptz[];

-- Counts a message of the last seconds. Returns 0, or in how many seconds the next one is allowed if there were `most`.
create function take_recent(counted varchar, most int, seconds int) returns int language plpgsql as $$
declare
  kept timestamptz[];
begin
  insert into message_counters (subject, count) values (counted, 0) on conflict (tenant_id, subject) do nothing;
  select sent_at into kept from message_counters where subject = counted for update;
  kept := array(select s from unnest(kept) s where s > now() - seconds * interval '1 second' order by s);
  if cardinality(kept) >= most then
    return greatest(1, ceil(extract(epoch from
      kept[1 + cardinality(kept) - most] + seconds * interval '1 second' - now()))::int);
  end if;
  update message_counters set sent_at = kept || now(), count = cardinality(kept) + 1, window_start = now()
    where subject = counted;
  return 0;
end $$;

-- Like `reserve_send`, and before it at most ten messages of one kind to a recipient in ten minutes.
create function reserve_capped_send(recent varchar, purpose varchar, recipient varchar, address varchar, network varchar,
  sent_kind varchar, caps int[], out outcome varchar, out wait int, out alerts jsonb) language plpgsql as $$
begin
  if recent is not null then
    wait := take_recent(recent, 10, 600);
    if wait > 0 then
      outcome := 'recent';
      alerts := '[]';
      return;
    end if;
  end if;
  select r.outcome, r.wait, r.alerts into outcome, wait, alerts
    from reserve_send(purpose, recipient, address, network, sent_kind, caps) r;
  if recent is not null and outcome <> 'sent' then
    update message_counters set count = count - 1, sent_at = sent_at[:cardinality(sent_at) - 1] where subject = recent;
  end if;
end $$;
