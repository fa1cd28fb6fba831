-- Directory sync (SCIM 2.0): the directory of a company pushes its users and groups through an SSO connector.

create table directory_syncs (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  -- What deleting a user in the directory does here.
  deletion varchar(16) not null default 'suspend' check (deletion in ('suspend', 'delete')),
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select guard_tenant_table('directory_syncs');

-- Only the SHA-256 hash of a token is stored. Tokens have 256 random bits, so a plain hash is enough.
create table directory_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  connector_id varchar(128) not null,
  name varchar(128) not null,
  token_hash varchar(64) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index directory_tokens__hash on directory_tokens (tenant_id, connector_id, token_hash);
select guard_tenant_table('directory_tokens');

-- A user of the directory is a user of the tenant; the ID in SCIM is the ID of the user. A user that the directory
-- deleted keeps its row, so that the same person gets the same account when they return.
create table directory_users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  user_id varchar(12) not null,
  user_name varchar(256) not null,
  -- In lower case: names in SCIM are compared without case.
  user_name_key varchar(512) not null,
  external_id varchar(256),
  is_active boolean not null default true,
  -- Whether the account existed before the directory knew it. Such accounts are never deleted by the directory.
  is_linked boolean not null default false,
  -- Whether the directory suspended the account. A suspension by an administrator is not lifted by the directory.
  is_suspended_here boolean not null default false,
  -- All attributes as the directory sent them, with normalized names.
  resource jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, connector_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index directory_users__user_name on directory_users (tenant_id, connector_id, user_name_key)
  where deleted_at is null;
create unique index directory_users__external_id on directory_users (tenant_id, connector_id, external_id)
  where deleted_at is null;
-- For lookups that include deleted users. Without the connector, because most rows of a tenant have the same one.
create index directory_users__names on directory_users (tenant_id, user_name_key);
create index directory_users__external_ids on directory_users (tenant_id, external_id);
create index directory_users__order on directory_users (tenant_id, connector_id, created_at, user_id);
create index directory_users__user on directory_users (tenant_id, user_id);
select guard_tenant_table('directory_users');

create table directory_groups (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  id varchar(21) not null,
  display_name varchar(256) not null,
  external_id varchar(256),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, connector_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index directory_groups__external_id on directory_groups (tenant_id, connector_id, external_id);
create index directory_groups__name on directory_groups (tenant_id, connector_id, lower(display_name));
select guard_tenant_table('directory_groups');

create table directory_group_members (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  group_id varchar(21) not null,
  user_id varchar(12) not null,
  primary key (tenant_id, group_id, user_id),
  -- Both belong to the same connector.
  foreign key (tenant_id, connector_id, group_id)
    references directory_groups (tenant_id, connector_id, id) on delete cascade,
  foreign key (tenant_id, connector_id, user_id)
    references directory_users (tenant_id, connector_id, user_id) on delete cascade
);
create index directory_group_members__user on directory_group_members (tenant_id, connector_id, user_id);
create index directory_group_members__group on directory_group_members (tenant_id, connector_id, group_id);
select guard_tenant_table('directory_group_members');

-- Members of a group become members of an organization, with these roles.
create table directory_group_mappings (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  connector_id varchar(128) not null,
  group_id varchar(21) not null,
  organization_id varchar(23) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id, group_id)
    references directory_groups (tenant_id, connector_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create unique index directory_group_mappings__pair on directory_group_mappings (tenant_id, group_id, organization_id);
create index directory_group_mappings__group on directory_group_mappings (tenant_id, connector_id, group_id);
create index directory_group_mappings__organization on directory_group_mappings (tenant_id, organization_id);
select guard_tenant_table('directory_group_mappings');

create table directory_group_mapping_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  mapping_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, mapping_id, organization_role_id),
  foreign key (tenant_id, mapping_id) references directory_group_mappings (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create index directory_group_mapping_roles__role on directory_group_mapping_roles (tenant_id, organization_role_id);
select guard_tenant_table('directory_group_mapping_roles');

-- Memberships and roles that a mapping gave. Others were given by an administrator and are never taken away here.
create table directory_memberships (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  organization_id varchar(23) not null,
  user_id varchar(12) not null,
  primary key (tenant_id, organization_id, user_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade
);
create index directory_memberships__connector on directory_memberships (tenant_id, connector_id);
create index directory_memberships__user on directory_memberships (tenant_id, user_id);
select guard_tenant_table('directory_memberships');

create table directory_member_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  organization_id varchar(23) not null,
  user_id varchar(12) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, organization_id, user_id, organization_role_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id, user_id, organization_role_id)
    references organization_users_roles (tenant_id, organization_id, user_id, organization_role_id) on delete cascade
);
create index directory_member_roles__connector on directory_member_roles (tenant_id, connector_id);
create index directory_member_roles__user on directory_member_roles (tenant_id, user_id);
create index directory_member_roles__role on directory_member_roles (tenant_id, organization_role_id);
select guard_tenant_table('directory_member_roles');

-- The changes that the directory asked for, and what came of them. Kept for 30 days.
create table directory_requests (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  connector_id varchar(128) not null,
  method varchar(8) not null,
  path varchar(256) not null,
  status integer not null,
  -- The error in words; null for a success.
  detail varchar(512),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index directory_requests__order on directory_requests (tenant_id, connector_id, created_at desc, id);
create index directory_requests__age on directory_requests (created_at);
select guard_tenant_table('directory_requests');
