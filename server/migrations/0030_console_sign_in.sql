-- What the console's own sign-in, invitations and suspensions need.

-- Counts within a window of time, such as invitations to an address in a day.
create table throttle_counters (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  subject varchar(80) not null,
  window_start timestamptz not null default now(),
  count int not null,
  primary key (tenant_id, subject)
);
create index throttle_counters__age on throttle_counters using brin (window_start);
select guard_tenant_table('throttle_counters');

-- Adds to a counter and answers whether it is still within its limit. The row stays locked until the transaction ends,
-- so parallel requests end exactly at the limit; a caller that refuses rolls its own share back.
create function take_share(counted varchar, amount int, most int, seconds float8) returns boolean language sql as $$
  insert into throttle_counters as c (subject, count) values (counted, amount)
    on conflict (tenant_id, subject) do update set
      count = case when c.window_start < now() - seconds * interval '1 second' then amount
        else greatest(0, c.count + amount) end,
      window_start = case when c.window_start < now() - seconds * interval '1 second' then now() else c.window_start end
    returning count <= most
$$;

-- A token for the link of an invitation: it proves the address of a person who registers, and never signs in to an
-- account that exists already. An invitation has one open token.
alter table one_time_tokens add column invitation_id varchar(21);
create unique index one_time_tokens__invitation on one_time_tokens (tenant_id, invitation_id)
  where invitation_id is not null and status = 'active';

-- Members of a tenant read why it was suspended. Reasons from before were written for operators only.
alter table tenant_suspensions add column is_shown boolean not null default false;

-- Changes of an installation that happen once, such as bringing settings over to a new default. Without its row a step
-- is taken again.
create table installation_steps (
  name varchar(64) primary key,
  done_at timestamptz not null default now()
);
grant select, insert, delete on installation_steps to postern_system;
