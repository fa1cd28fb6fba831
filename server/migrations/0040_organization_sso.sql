-- Enterprise connectors, as far as organizations refer to them.

create table sso_connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(128) not null,
  provider_name varchar(128) not null,
  connector_name varchar(128) not null,
  config jsonb not null default '{}',
  domains jsonb not null default '[]',
  branding jsonb not null default '{}',
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint sso_connectors__name unique (tenant_id, connector_name)
);
select guard_tenant_table('sso_connectors');

create table organization_jit_sso_connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  sso_connector_id varchar(128) not null,
  primary key (tenant_id, organization_id, sso_connector_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index organization_jit_sso_connectors__connector
  on organization_jit_sso_connectors (tenant_id, sso_connector_id);
select guard_tenant_table('organization_jit_sso_connectors');
