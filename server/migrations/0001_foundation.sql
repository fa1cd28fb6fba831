-- The tables of the foundation. Every tenant table starts its keys with tenant_id, so a reference
-- cannot cross tenants and a distributed engine can shard by tenant without a schema change.
-- The roles postern_app (one tenant at a time) and postern_system (work across tenants) are made by
-- migrate.ts before this file runs, because roles belong to the cluster and not to one database.

grant usage on schema public to postern_app, postern_system;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table tenants (
  id varchar(21) primary key,
  name varchar(128) not null,
  tag varchar(64) not null default 'development',
  region_name varchar(32) not null default 'EU',
  plan_id varchar(64) not null default 'dev',
  is_suspended boolean not null default false,
  created_at timestamptz not null default now()
);
grant select on tenants to postern_app;
grant select, insert, update, delete on tenants to postern_system;

-- Makes a table a tenant table: row-level security that even the owner cannot step around.
create function guard_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy one_tenant on %s to postern_app
    using (tenant_id = current_setting(''app.tenant_id''))
    with check (tenant_id = current_setting(''app.tenant_id''))', target);
  execute format('create policy all_tenants on %s to postern_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to postern_app, postern_system', target);
end $$;

-- Tells every node that cached settings of a tenant are stale. Sent once per transaction and payload.
create function notify_tenant_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('postern_tenant_changed', coalesce(new.tenant_id, old.tenant_id));
  return null;
end $$;

create function notify_tenants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('postern_tenant_changed', coalesce(new.id, old.id));
  return null;
end $$;
create trigger changed after insert or update or delete on tenants
  for each row execute function notify_tenants_changed();

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end $$;

-- People ---------------------------------------------------------------------------------------

create table users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(12) not null,
  username varchar(128),
  primary_email varchar(128),
  primary_phone varchar(128),
  password_encrypted varchar(256),
  password_encryption_method varchar(16),
  name varchar(128),
  avatar varchar(2048),
  profile jsonb not null default '{}',
  application_id varchar(21),
  identities jsonb not null default '{}',
  custom_data jsonb not null default '{}',
  logto_config jsonb not null default '{}',
  mfa_verifications jsonb not null default '[]',
  is_suspended boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One text for the trigram index; a search narrows by it and then checks the single fields.
  search_text text generated always as (
    id || e'\n' || coalesce(primary_email, '') || e'\n' || coalesce(primary_phone, '') || e'\n'
      || coalesce(username, '') || e'\n' || coalesce(name, '')
  ) stored,
  primary key (tenant_id, id),
  constraint users__username unique (tenant_id, username),
  constraint users__primary_email unique (tenant_id, primary_email),
  constraint users__primary_phone unique (tenant_id, primary_phone)
);
create index users__newest on users (tenant_id, created_at desc, id);
create index users__search on users using gin (tenant_id, search_text gin_trgm_ops);
create trigger touch before update on users for each row execute function touch_updated_at();
select guard_tenant_table('users');

-- Row counts kept by triggers, so that the total of a list costs the same for ten users and a million.
-- Several slots per count keep writers in different connections from waiting for each other.
create table row_counts (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  kind varchar(32) not null,
  slot int not null,
  n bigint not null,
  primary key (tenant_id, kind, slot)
);
select guard_tenant_table('row_counts');

create function count_rows() returns trigger language plpgsql as $$
declare
  step bigint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- A tenant that is being deleted takes its counts along; do not bring them back.
  insert into row_counts as c (tenant_id, kind, slot, n)
    select r.tenant_id, tg_table_name, pg_backend_pid() % 16, step * count(*)
    from changed_rows r join tenants t on t.id = r.tenant_id group by r.tenant_id
  on conflict (tenant_id, kind, slot) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger count_inserts after insert on users referencing new table as changed_rows
  for each statement execute function count_rows();
create trigger count_deletes after delete on users referencing old table as changed_rows
  for each statement execute function count_rows();

-- A pattern search cannot use its index under row-level security, because ILIKE is not leakproof.
-- This function runs as postern_system and names the tenant itself: the one place that must.
create function search_users(needle text) returns setof varchar(12)
  language sql stable security definer set search_path = public as $$
    select id from users
    where tenant_id = current_setting('app.tenant_id') and search_text ilike needle
  $$;

-- Applications ------------------------------------------------------------------------------------

create table applications (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null,
  secret varchar(64) not null,
  description text,
  type varchar(32) not null,
  oidc_client_metadata jsonb not null,
  custom_client_metadata jsonb not null default '{}',
  protected_app_metadata jsonb,
  custom_data jsonb not null default '{}',
  is_third_party boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id, type),
  constraint applications__type check (type in ('Native', 'SPA', 'Traditional', 'MachineToMachine', 'Protected', 'SAML'))
);
create index applications__newest on applications (tenant_id, is_third_party, created_at desc, id);
create trigger changed after update or delete on applications for each row execute function notify_tenant_changed();
select guard_tenant_table('applications');

create table application_secrets (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  application_type varchar(32) not null,
  name varchar(256) not null,
  value varchar(64) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint application_secrets_pkey primary key (tenant_id, application_id, name),
  constraint application_secrets__type check (application_type in ('Traditional', 'MachineToMachine', 'Protected', 'SAML')),
  foreign key (tenant_id, application_id, application_type) references applications (tenant_id, id, type) on delete cascade
);
create trigger changed after insert or update or delete on application_secrets
  for each row execute function notify_tenant_changed();
select guard_tenant_table('application_secrets');

-- API resources, permissions, roles ------------------------------------------------------------------

create table resources (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name text not null,
  indicator text not null,
  is_default boolean not null default false,
  access_token_ttl bigint not null default 3600,
  primary key (tenant_id, id),
  constraint resources__indicator unique (tenant_id, indicator)
);
create unique index resources__one_default on resources (tenant_id) where is_default;
create trigger changed after insert or update or delete on resources for each row execute function notify_tenant_changed();
select guard_tenant_table('resources');

create table scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  resource_id varchar(21) not null,
  name varchar(256) not null,
  description text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint scopes__name unique (tenant_id, resource_id, name),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on scopes for each row execute function notify_tenant_changed();
select guard_tenant_table('scopes');

create table roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(128) not null,
  type varchar(32) not null default 'User' check (type in ('User', 'MachineToMachine')),
  is_default boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, id, type),
  constraint roles__name unique (tenant_id, name)
);
create trigger changed after insert or update or delete on roles for each row execute function notify_tenant_changed();
select guard_tenant_table('roles');

create table roles_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  role_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index roles_scopes__scope on roles_scopes (tenant_id, scope_id);
create trigger changed after insert or update or delete on roles_scopes for each row execute function notify_tenant_changed();
select guard_tenant_table('roles_scopes');

create table users_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  role_id varchar(21) not null,
  role_type varchar(32) not null default 'User' check (role_type = 'User'),
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id, role_type) references roles (tenant_id, id, type) on delete cascade
);
create index users_roles__role on users_roles (tenant_id, role_id);
select guard_tenant_table('users_roles');

create table applications_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  role_id varchar(21) not null,
  role_type varchar(32) not null default 'MachineToMachine' check (role_type = 'MachineToMachine'),
  primary key (tenant_id, application_id, role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id, role_type) references roles (tenant_id, id, type) on delete cascade
);
create index applications_roles__role on applications_roles (tenant_id, role_id);
create trigger changed after insert or update or delete on applications_roles
  for each row execute function notify_tenant_changed();
select guard_tenant_table('applications_roles');

-- Organizations ----------------------------------------------------------------------------------

create table organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  -- Room for t-{tenantId}: the organization of a tenant in the admin tenant.
  id varchar(23) not null,
  name varchar(128) not null,
  description varchar(256),
  custom_data jsonb not null default '{}',
  is_mfa_required boolean not null default false,
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  custom_css text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select guard_tenant_table('organizations');

create table organization_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(256),
  type varchar(32) not null default 'User' check (type in ('User', 'MachineToMachine')),
  primary key (tenant_id, id),
  unique (tenant_id, id, type),
  constraint organization_roles__name unique (tenant_id, name)
);
create trigger changed after insert or update or delete on organization_roles
  for each row execute function notify_tenant_changed();
select guard_tenant_table('organization_roles');

create table organization_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(256),
  primary key (tenant_id, id),
  constraint organization_scopes__name unique (tenant_id, name)
);
create trigger changed after insert or update or delete on organization_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('organization_scopes');

create table organization_roles_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  organization_scope_id varchar(21) not null,
  primary key (tenant_id, organization_role_id, organization_scope_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on organization_roles_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('organization_roles_scopes');

create table organization_users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(12) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, organization_id, user_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index organization_users__user on organization_users (tenant_id, user_id);
select guard_tenant_table('organization_users');

create table organization_users_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(12) not null,
  organization_role_id varchar(21) not null,
  role_type varchar(32) not null default 'User' check (role_type = 'User'),
  primary key (tenant_id, organization_id, user_id, organization_role_id),
  foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade,
  foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index organization_users_roles__user on organization_users_roles (tenant_id, user_id);
select guard_tenant_table('organization_users_roles');

create table organization_invitations (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  organization_id varchar(23) not null,
  inviter_id varchar(12),
  invitee varchar(256) not null,
  organization_role_id varchar(21) not null,
  accepted_user_id varchar(12),
  status varchar(16) not null default 'Pending' check (status in ('Pending', 'Accepted', 'Expired', 'Revoked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, inviter_id) references users (tenant_id, id) on delete set null (inviter_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create unique index organization_invitations__one_open
  on organization_invitations (tenant_id, organization_id, lower(invitee)) where status = 'Pending';
create index organization_invitations__invitee on organization_invitations (tenant_id, lower(invitee));
create trigger touch before update on organization_invitations for each row execute function touch_updated_at();
select guard_tenant_table('organization_invitations');

-- Settings and keys ----------------------------------------------------------------------------------

create table sign_in_experiences (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  color jsonb not null,
  branding jsonb not null default '{}',
  language_info jsonb not null,
  terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048),
  agree_to_terms_policy varchar(32) not null default 'Automatic',
  sign_in jsonb not null,
  sign_up jsonb not null,
  social_sign_in jsonb not null default '{}',
  social_sign_in_connector_targets jsonb not null default '[]',
  sign_in_mode varchar(32) not null default 'SignInAndRegister'
    check (sign_in_mode in ('SignIn', 'Register', 'SignInAndRegister')),
  custom_css text,
  custom_content jsonb not null default '{}',
  custom_ui_assets jsonb,
  password_policy jsonb not null default '{}',
  mfa jsonb not null default '{"factors": [], "policy": "UserControlled"}',
  single_sign_on_enabled boolean not null default false,
  support_email text,
  support_website_url text,
  unknown_session_redirect_url text,
  captcha_policy jsonb not null default '{}',
  sentinel_policy jsonb not null default '{}',
  email_blocklist_policy jsonb not null default '{}',
  forgot_password_methods jsonb default '[]',
  primary key (tenant_id, id)
);
create trigger changed after insert or update or delete on sign_in_experiences
  for each row execute function notify_tenant_changed();
select guard_tenant_table('sign_in_experiences');

create table oidc_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(64) not null,
  kind varchar(16) not null check (kind in ('private', 'cookie')),
  value jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create trigger changed after insert or update or delete on oidc_keys for each row execute function notify_tenant_changed();
select guard_tenant_table('oidc_keys');

-- What the OIDC engine remembers. Ids are stored as SHA-256, so a copy of the table signs nobody in.
create table oidc_models (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  model varchar(32) not null,
  id varchar(64) not null,
  payload jsonb not null,
  grant_id varchar(64),
  uid varchar(64),
  user_code varchar(64),
  account_id varchar(12),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (tenant_id, model, id)
) with (fillfactor = 80);
create index oidc_models__grant on oidc_models (tenant_id, grant_id) where grant_id is not null;
create index oidc_models__uid on oidc_models (tenant_id, uid) where uid is not null;
create index oidc_models__user_code on oidc_models (tenant_id, user_code) where user_code is not null;
create index oidc_models__account on oidc_models (tenant_id, account_id) where account_id is not null;
-- BRIN, because a b-tree on the expiry would forbid heap-only updates of sessions.
create index oidc_models__expiry on oidc_models using brin (expires_at);
select guard_tenant_table('oidc_models');

-- One shared throttle for every secret that can be guessed.
create table sentinel_activities (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  target_type varchar(32) not null,
  target_hash varchar(64) not null,
  action varchar(64) not null,
  action_result varchar(16) not null check (action_result in ('Success', 'Failed')),
  payload jsonb not null default '{}',
  decision varchar(16) not null default 'Undecided',
  decision_expires_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index sentinel_activities__target on sentinel_activities (tenant_id, target_hash, created_at desc);
select guard_tenant_table('sentinel_activities');

-- Takes one of the attempts that are left, before the secret is looked at, so that parallel guesses cannot share one.
-- Answers until when the target is blocked, or null when the attempt may go ahead. One statement, one round trip.
create function reserve_attempt(attempt varchar, target varchar, what varchar, max_attempts int, lockout_minutes float8)
  returns timestamptz language plpgsql as $$
declare
  blocked_until timestamptz;
  failures int;
  is_last boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || target, 0));
  select max(decision_expires_at) filter (where decision = 'Blocked' and decision_expires_at > now()),
    count(*) filter (where action_result = 'Failed' and decision <> 'Blocked' and created_at > now() - interval '1 hour')
    into blocked_until, failures
    from sentinel_activities where target_hash = target and created_at > now() - interval '1 day';
  if blocked_until is not null then
    return blocked_until;
  end if;
  is_last := failures + 1 >= max_attempts;
  insert into sentinel_activities (id, target_type, target_hash, action, action_result, decision, decision_expires_at)
    values (attempt, 'User', target, what, 'Failed', case when is_last then 'Blocked' else 'Allowed' end,
      case when is_last then now() + lockout_minutes * interval '1 minute' else now() end);
  return null;
end $$;

-- Events written in the same transaction as what they tell; the worker hands them on.
create table outbox (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id uuid not null,
  name varchar(64) not null,
  subject_id varchar(64) not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  primary key (tenant_id, id)
);
create index outbox__due on outbox (available_at);
create function wake_worker() returns trigger language plpgsql as $$
begin
  perform pg_notify('postern_outbox', '');
  return null;
end $$;
create trigger wake after insert on outbox for each statement execute function wake_worker();
select guard_tenant_table('outbox');

-- The audit trail: what happened, by whom, kept by month so that old months are dropped, not deleted.
create table logs (
  tenant_id varchar(21) not null default current_setting('app.tenant_id'),
  id varchar(36) not null,
  key varchar(128) not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, created_at, id)
) partition by range (created_at);
create table logs_default partition of logs default;
select guard_tenant_table('logs');

-- Only the owner may add partitions; the worker asks for them ahead of time.
create function create_log_partitions() returns void language plpgsql security definer set search_path = public as $$
declare
  first_day date;
begin
  for step in 0..2 loop
    first_day := date_trunc('month', now() + step * interval '1 month')::date;
    execute format('create table if not exists logs_%s partition of logs for values from (%L) to (%L)',
      to_char(first_day, 'YYYY_MM'), first_day, first_day + interval '1 month');
  end loop;
end $$;
revoke all on function create_log_partitions() from public;
grant execute on function create_log_partitions() to postern_system;
select create_log_partitions();

-- The definer needs rights of its own; search_users answers only for the tenant that is set.
-- (A role can only be given a function in a schema where it may create.)
grant create on schema public to postern_system;
alter function search_users(text) owner to postern_system;
revoke create on schema public from postern_system;
revoke all on function search_users(text) from public;
grant execute on function search_users(text) to postern_app, postern_system;
