-- Who may use an application, if its switch is on: anybody whom one of the rules matches.
alter table applications add column app_level_access_control_enabled boolean not null default false;

create table application_access_users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  user_id varchar(12) not null,
  primary key (tenant_id, application_id, user_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index application_access_users__user on application_access_users (tenant_id, user_id);
select guard_tenant_table('application_access_users');

create table application_access_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  role_id varchar(21) not null,
  role_type varchar(32) not null default 'User' check (role_type = 'User'),
  primary key (tenant_id, application_id, role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id, role_type) references roles (tenant_id, id, type) on delete cascade
);
create index application_access_roles__role on application_access_roles (tenant_id, role_id);
select guard_tenant_table('application_access_roles');

create table application_access_organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  organization_id varchar(23) not null,
  primary key (tenant_id, application_id, organization_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create index application_access_organizations__organization
  on application_access_organizations (tenant_id, organization_id);
select guard_tenant_table('application_access_organizations');

-- Holders of a role in one organization.
create table application_access_organization_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  role_type varchar(32) not null default 'User' check (role_type = 'User'),
  primary key (tenant_id, application_id, organization_id, organization_role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index application_access_organization_roles__organization
  on application_access_organization_roles (tenant_id, organization_id);
create index application_access_organization_roles__role
  on application_access_organization_roles (tenant_id, organization_role_id);
select guard_tenant_table('application_access_organization_roles');
