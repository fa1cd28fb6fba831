-- Plans, what tenants use of them, and who was active.

-- Plans and add-ons: data, so that an operator can change them. Prices are cents a month.
create table skus (
  id varchar(64) primary key,
  name varchar(128) not null,
  type varchar(16) not null check (type in ('Basic', 'AddOn')),
  unit_price int check (unit_price >= 0),
  product_id varchar(128),
  default_price_id varchar(128),
  is_default boolean not null default false,
  -- Whether a tenant that does not have it may choose it.
  is_offered boolean not null default false,
  -- Keys that are missing are not limited.
  quota jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on skus for each row execute function touch_updated_at();
grant select on skus to postern_app;
grant select, insert, update, delete on skus to postern_system;

insert into skus (id, name, type, unit_price, is_default, is_offered, quota) values
  ('free', 'Free', 'Basic', 0, true, true, '{
    "mauLimit": 50000, "tokenLimit": 500000, "applicationsLimit": 3, "machineToMachineLimit": 1,
    "thirdPartyApplicationsLimit": 0, "samlApplicationsLimit": 0, "resourcesLimit": 1, "scopesPerResourceLimit": 1,
    "userRolesLimit": 1, "machineToMachineRolesLimit": 1, "scopesPerRoleLimit": 1, "socialConnectorsLimit": 3,
    "hooksLimit": 1, "organizationsLimit": 0, "enterpriseSsoLimit": 0, "tenantMembersLimit": 1,
    "auditLogsRetentionDays": 3, "mfaEnabled": false, "securityFeaturesEnabled": false, "customJwtEnabled": false,
    "subjectTokenEnabled": false, "bringYourUiEnabled": false, "collectUserProfileEnabled": false,
    "idpInitiatedSsoEnabled": false, "ticketSupportResponseTime": 0}'),
  ('dev', 'Development', 'Basic', 0, false, false, '{
    "mauLimit": 100, "tokenLimit": 500000, "tenantMembersLimit": 20, "auditLogsRetentionDays": 14,
    "idpInitiatedSsoEnabled": false, "ticketSupportResponseTime": 0}'),
  ('pro-202509', 'Pro', 'Basic', 1600, false, true, '{
    "tokenLimit": 1000000, "machineToMachineLimit": 1, "thirdPartyApplicationsLimit": 0, "samlApplicationsLimit": 0,
    "resourcesLimit": 3, "hooksLimit": 10, "organizationsLimit": 0, "enterpriseSsoLimit": 0, "tenantMembersLimit": 3,
    "auditLogsRetentionDays": 14, "mfaEnabled": false, "securityFeaturesEnabled": false,
    "ticketSupportResponseTime": 48}'),
  ('admin', 'Administration', 'Basic', null, false, false, '{}'),
  ('machine-to-machine', 'Machine-to-machine application', 'AddOn', 800, false, true, '{"machineToMachineLimit": 1}'),
  ('third-party-application', 'Third-party application', 'AddOn', 800, false, true, '{"thirdPartyApplicationsLimit": 1}'),
  ('saml-application', 'SAML application', 'AddOn', 9600, false, true, '{"samlApplicationsLimit": 1}'),
  ('resource', 'API resource', 'AddOn', 400, false, true, '{"resourcesLimit": 1}'),
  ('hook', 'Webhook', 'AddOn', 200, false, true, '{"hooksLimit": 1}'),
  ('organizations', 'Organizations', 'AddOn', 4800, false, true, '{"organizationsLimit": null}'),
  ('enterprise-sso', 'Enterprise SSO connector', 'AddOn', 4800, false, true, '{"enterpriseSsoLimit": 1}'),
  ('mfa', 'Multi-factor authentication', 'AddOn', 4800, false, true, '{"mfaEnabled": true}'),
  ('security-features', 'Security features', 'AddOn', 4800, false, true, '{"securityFeaturesEnabled": true}'),
  ('tenant-member', 'Tenant member', 'AddOn', 800, false, true, '{"tenantMembersLimit": 1}'),
  ('rbac', 'Role-based access control', 'AddOn', 3200, false, false,
    '{"userRolesLimit": null, "machineToMachineRolesLimit": null}'),
  ('tokens', 'Tokens', 'AddOn', 8000, false, true, '{"tokenLimit": 1000000}');
-- Plans that nobody can choose any more, for the tenants that have them.
insert into skus (id, name, type, unit_price, quota)
  select legacy, 'Pro', 'Basic', 1600,
    quota || '{"userRolesLimit": 0, "machineToMachineRolesLimit": 1}'
  from skus, unnest(array ['pro', 'pro-202411']) as legacy where id = 'pro-202509';

-- The period a tenant pays for, and what a customer agreed on beyond any plan. Without a row: the calendar month.
create table subscriptions (
  tenant_id varchar(21) primary key default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  status varchar(32) not null default 'active' check (status in ('active', 'trialing', 'past_due', 'unpaid', 'canceled',
    'incomplete', 'incomplete_expired', 'paused')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  quota jsonb,
  updated_at timestamptz not null default now(),
  check (current_period_end > current_period_start)
);
create trigger touch before update on subscriptions for each row execute function touch_updated_at();
create trigger changed after insert or update or delete on subscriptions
  for each row execute function notify_tenant_changed();
select guard_tenant_table('subscriptions');

-- First day of the period that usage of a tenant is counted in.
create function usage_period(tenant varchar, at timestamptz) returns date language sql stable as $$
  select coalesce(
    (select (current_period_start at time zone 'UTC')::date from subscriptions s
      where s.tenant_id = tenant and at >= s.current_period_start and at < s.current_period_end),
    date_trunc('month', at at time zone 'UTC')::date)
$$;

-- Who was active in a period: one row for a person, however often they come.
create table active_users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  period date not null,
  user_id varchar(12) not null,
  last_day date not null,
  primary key (tenant_id, period, user_id)
);
select guard_tenant_table('active_users');

create table daily_usage (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  day date not null,
  active_users bigint not null default 0,
  tokens bigint not null default 0,
  primary key (tenant_id, day)
);
select guard_tenant_table('daily_usage');

create table period_usage (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  period date not null,
  active_users bigint not null default 0,
  tokens bigint not null default 0,
  primary key (tenant_id, period)
);
select guard_tenant_table('period_usage');
