-- Applications that register themselves (RFC 7591): who may, where to, and what they may have at most.
create table dynamic_client_settings (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  registration varchar(8) not null default 'off' check (registration in ('off', 'token', 'open')),
  allowed_hosts jsonb not null default '[]',
  unused_days integer not null default 30 check (unused_days between 1 and 365),
  updated_at timestamptz not null default now(),
  primary key (tenant_id)
);
create trigger touch before update on dynamic_client_settings for each row execute function touch_updated_at();
create trigger changed after insert or update or delete on dynamic_client_settings
  for each row execute function notify_tenant_changed();
select guard_tenant_table('dynamic_client_settings');

create table dynamic_client_user_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  user_scope varchar(64) not null,
  primary key (tenant_id, user_scope)
);
create trigger changed after insert or update or delete on dynamic_client_user_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('dynamic_client_user_scopes');

create table dynamic_client_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  scope_id varchar(21) not null,
  primary key (tenant_id, scope_id),
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on dynamic_client_resource_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('dynamic_client_resource_scopes');

create table dynamic_client_organization_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_scope_id varchar(21) not null,
  primary key (tenant_id, organization_scope_id),
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on dynamic_client_organization_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('dynamic_client_organization_scopes');

create table dynamic_client_organization_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  scope_id varchar(21) not null,
  primary key (tenant_id, scope_id),
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on dynamic_client_organization_resource_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('dynamic_client_organization_resource_scopes');

-- Only the digest of a token is stored.
create table initial_access_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  digest varchar(64) not null,
  uses integer not null default 0,
  max_uses integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, digest)
);
select guard_tenant_table('initial_access_tokens');

create table registered_clients (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  -- What the application said about itself.
  metadata jsonb not null,
  initial_access_token_id varchar(21),
  registered_at timestamptz not null default now(),
  -- When it may be deleted if no one has used it until then; null once someone has.
  unused_until timestamptz,
  used_at timestamptz,
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create index registered_clients__unused on registered_clients (unused_until) where unused_until is not null;
create trigger changed after insert or update of metadata or delete on registered_clients
  for each row execute function notify_tenant_changed();
select guard_tenant_table('registered_clients');
