-- What operators see and do, warnings before a plan is used up, and the trail of what was done to a tenant.

-- Tenants newest first, by name, and by a part of their name or id. Search needs no tenant: only operators do it.
create index tenants__newest on tenants (created_at desc, id) where deleted_at is null;
create index tenants__name on tenants (lower(name), id) where deleted_at is null;
create index tenants__search on tenants using gin (name gin_trgm_ops, id gin_trgm_ops);
create index tenants__suspended on tenants (created_at desc, id) where is_suspended and deleted_at is null;
create index subscriptions__overdue on subscriptions (tenant_id) where status in ('past_due', 'unpaid');

-- What was agreed on with a customer needs no period: without one it is the calendar month.
alter table subscriptions
  alter column current_period_start drop not null,
  alter column current_period_end drop not null;

-- Why a tenant was suspended, and until when.
create table tenant_suspensions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  suspended_at timestamptz not null default clock_timestamp(),
  reason varchar(256) not null,
  -- The person, or the command line.
  suspended_by varchar(64) not null,
  resumed_at timestamptz,
  resumed_by varchar(64),
  primary key (tenant_id, suspended_at)
);
create unique index tenant_suspensions__open on tenant_suspensions (tenant_id) where resumed_at is null;
select guard_tenant_table('tenant_suspensions');

-- What happened to a tenant, in the trail of the admin tenant.
create index logs__tenant_changes on logs (tenant_id, (payload ->> 'subjectId'), created_at desc, id)
  where left(key, 7) = 'Tenant.';

-- One row for each warning that was ever given, so that nobody is warned twice.
create table usage_alerts (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  period date not null,
  metric varchar(16) not null check (metric in ('activeUsers', 'tokens')),
  threshold int not null check (threshold in (80, 100)),
  used bigint not null,
  quota bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, period, metric, threshold)
);
select guard_tenant_table('usage_alerts');

-- The messages of a warning, one for each administrator; they are gone when they went out.
create table usage_alert_mails (
  tenant_id varchar(21) not null default current_setting('app.tenant_id'),
  period date not null,
  metric varchar(16) not null,
  threshold int not null,
  -- Somebody of the admin tenant.
  recipient_id varchar(12) not null,
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  primary key (tenant_id, period, metric, threshold, recipient_id),
  foreign key (tenant_id, period, metric, threshold)
    references usage_alerts (tenant_id, period, metric, threshold) on delete cascade
);
create index usage_alert_mails__due on usage_alert_mails (due_at);
select guard_tenant_table('usage_alert_mails');
