-- Background jobs, one-time and scheduled. Each database that holds tenants has its own queue.
create table jobs (
  -- '*' for jobs of the installation.
  tenant_id varchar(21) not null,
  id uuid not null default gen_random_uuid(),
  queue varchar(64) not null,
  -- At most one waiting job per tenant, queue and key.
  key varchar(256),
  payload jsonb not null default '{}',
  -- 0 is the highest priority.
  priority int not null default 1 check (priority between 0 and 2),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Set while a node runs the job. An expired lease means that the node has died.
  lease uuid,
  leased_until timestamptz,
  is_cancel_wanted boolean not null default false,
  progress jsonb,
  last_error text,
  -- All attempts failed. The job is kept for the operator.
  dead_at timestamptz,
  actor jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 70);
-- Workers and operators name a job by its id alone.
create index jobs__id on jobs (id);
create index jobs__waiting on jobs (priority, due_at) where lease is null and dead_at is null;
create index jobs__retrying on jobs (due_at) where lease is null and dead_at is null and last_error is not null;
create index jobs__running on jobs (leased_until) where lease is not null;
create index jobs__lease on jobs (lease) where lease is not null;
create index jobs__dead on jobs (dead_at) where dead_at is not null;
create index jobs__queue on jobs (queue, key);
create unique index jobs__key on jobs (tenant_id, queue, key)
  where key is not null and lease is null and dead_at is null;
select guard_tenant_table('jobs');

-- When scheduled jobs are due next. Restarts do not change it.
create table job_schedules (
  name varchar(64) primary key,
  every_seconds int not null check (every_seconds > 0),
  next_at timestamptz not null,
  last_at timestamptz
);
grant select, insert, update, delete on job_schedules to postern_system;

-- Moves work that waited in other tables into the queue. The previous release still reads the tables, so they stay.
set local role postern_system;
insert into jobs (tenant_id, queue, key, payload, due_at, actor)
  select tenant_id, 'user-jobs', id, jsonb_build_object('id', id), greatest(now(), leased_until), nullif(actor, 'null')
  from user_jobs where state in ('queued', 'running');
insert into jobs (tenant_id, queue, key, payload)
  select '*', 'tenants.erase', id, jsonb_build_object('id', id) from tenant_deletions where finished_at is null;
insert into jobs (tenant_id, queue, key, payload)
  select tenant_id, 'tenants.send-invitation', id, jsonb_build_object('id', id)
  from organization_invitations where mail_due_at is not null;
update organization_invitations set mail_due_at = null where mail_due_at is not null;
insert into jobs (tenant_id, queue, payload)
  select tenant_id, 'usage-alerts.send', jsonb_build_object('tenantId', tenant_id, 'period', to_char(period, 'YYYY-MM-DD'),
    'metric', metric, 'threshold', threshold, 'recipientId', recipient_id)
  from usage_alert_mails;
delete from usage_alert_mails;
insert into jobs (tenant_id, queue, key, payload)
  select '*', 'billing.end-unwanted', provider || ' ' || subscription,
    jsonb_build_object('provider', provider, 'subscription', subscription)
  from unwanted_subscriptions;
delete from unwanted_subscriptions;
reset role;
