-- The authorization side: consent of third-party applications, machines in organizations, tokens of people,
-- scripts for tokens, key rotation in three states, and the indexes that reading the audit trail needs.

-- Machines in organizations, and what organization roles give in API resources -----------------------

create table organization_applications (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  application_id varchar(21) not null,
  application_type varchar(32) not null default 'MachineToMachine' check (application_type = 'MachineToMachine'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, organization_id, application_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, application_id, application_type) references applications (tenant_id, id, type) on delete cascade
);
create index organization_applications__application on organization_applications (tenant_id, application_id);
create trigger changed after insert or update or delete on organization_applications
  for each row execute function notify_tenant_changed();
select guard_tenant_table('organization_applications');

create table organization_applications_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  application_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  role_type varchar(32) not null default 'MachineToMachine' check (role_type = 'MachineToMachine'),
  primary key (tenant_id, organization_id, application_id, organization_role_id),
  foreign key (tenant_id, organization_id, application_id)
    references organization_applications (tenant_id, organization_id, application_id) on delete cascade,
  foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index organization_applications_roles__application on organization_applications_roles (tenant_id, application_id);
create trigger changed after insert or update or delete on organization_applications_roles
  for each row execute function notify_tenant_changed();
select guard_tenant_table('organization_applications_roles');

create table organization_roles_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, organization_role_id, scope_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index organization_roles_resource_scopes__scope on organization_roles_resource_scopes (tenant_id, scope_id);
create trigger changed after insert or update or delete on organization_roles_resource_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('organization_roles_resource_scopes');

-- What a third-party application may ask people for ---------------------------------------------------

create table application_consent_user_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  user_scope varchar(64) not null,
  primary key (tenant_id, application_id, user_scope),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on application_consent_user_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('application_consent_user_scopes');

create table application_consent_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, application_id, scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index application_consent_resource_scopes__scope on application_consent_resource_scopes (tenant_id, scope_id);
create trigger changed after insert or update or delete on application_consent_resource_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('application_consent_resource_scopes');

create table application_consent_organization_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  organization_scope_id varchar(21) not null,
  primary key (tenant_id, application_id, organization_scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);
create index application_consent_organization_scopes__scope
  on application_consent_organization_scopes (tenant_id, organization_scope_id);
create trigger changed after insert or update or delete on application_consent_organization_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('application_consent_organization_scopes');

create table application_consent_organization_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, application_id, scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index application_consent_organization_resource_scopes__scope
  on application_consent_organization_resource_scopes (tenant_id, scope_id);
create trigger changed after insert or update or delete on application_consent_organization_resource_scopes
  for each row execute function notify_tenant_changed();
select guard_tenant_table('application_consent_organization_resource_scopes');

-- The organizations a person let a third-party application into. Leaving the organization takes the consent along.
create table application_consent_organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  user_id varchar(12) not null,
  organization_id varchar(23) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, application_id, user_id, organization_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade
);
create index application_consent_organizations__member
  on application_consent_organizations (tenant_id, organization_id, user_id);
select guard_tenant_table('application_consent_organizations');

create table application_sign_in_experiences (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  custom_css text,
  terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048),
  display_name varchar(256),
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create trigger changed after insert or update or delete on application_sign_in_experiences
  for each row execute function notify_tenant_changed();
select guard_tenant_table('application_sign_in_experiences');

-- Tokens that stand for a person in a token exchange ---------------------------------------------------

create table personal_access_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  name varchar(256) not null,
  value varchar(64) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint personal_access_tokens_pkey primary key (tenant_id, user_id, name),
  constraint personal_access_tokens__value unique (tenant_id, value),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select guard_tenant_table('personal_access_tokens');

create table subject_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(25) not null,
  context jsonb not null default '{}',
  expires_at timestamptz not null,
  consumed_at timestamptz,
  user_id varchar(12) not null,
  created_at timestamptz not null default now(),
  creator_id varchar(32) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index subject_tokens__user on subject_tokens (tenant_id, user_id);
create index subject_tokens__expiry on subject_tokens using brin (expires_at);
select guard_tenant_table('subject_tokens');

-- Scripts that add claims to access tokens ---------------------------------------------------------------

create table jwt_customizers (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  token_type varchar(32) not null check (token_type in ('access-token', 'client-credentials')),
  script text not null,
  -- Encrypted as a whole: names and values.
  environment_variables text,
  context_sample jsonb,
  token_sample jsonb,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, token_type)
);
create trigger touch before update on jwt_customizers for each row execute function touch_updated_at();
create trigger changed after insert or update or delete on jwt_customizers
  for each row execute function notify_tenant_changed();
select guard_tenant_table('jwt_customizers');

-- Keys are published before they sign: one whose time has not come is the next, the newest of the others signs.
alter table oidc_keys add column signs_from timestamptz not null default now();

-- What follows a rotated refresh token, for a client that lost the answer and asks again within the grace time.
-- Readable only with the token it follows: encrypted under a key derived from that token.
alter table oidc_models add column successor text;

-- Reading the audit trail: newest first, by what happened, by person, by application. Person and application are
-- columns, because an expression on the payload is not leakproof and finds no index under row-level security.
alter table logs add column user_id varchar(64), add column application_id varchar(64);
create index logs__id on logs (tenant_id, id);
create index logs__key on logs (tenant_id, key, created_at desc);
-- The families that the list of logs shows; contracts/src/audit.ts has the same names.
create index logs__shown on logs (tenant_id, created_at desc, id) where split_part(key, '.', 1) in
  ('ExchangeTokenBy', 'RevokeToken', 'Interaction', 'JwtCustomizer', 'SamlApplication', 'Unknown');
create index logs__application on logs (tenant_id, application_id, created_at desc);
create index logs__user on logs (tenant_id, user_id, created_at desc);

-- Lists that can be sorted by name, and API resources that have no other order.
create index applications__any_newest on applications (tenant_id, created_at desc, id);
create index applications__name on applications (tenant_id, is_third_party, lower(name), id);
create index resources__name on resources (tenant_id, lower(name), id);
create index roles__sorted on roles (tenant_id, lower(name), id);

create index scopes__newest on scopes (tenant_id, resource_id, created_at desc, id);

-- Lists of API resources by name; some of those who hold a role, without sorting all of them.
create index resources__by_name on resources (tenant_id, name, id);
drop index users_roles__role;
create index users_roles__role on users_roles (tenant_id, role_id, user_id);
drop index applications_roles__role;
create index applications_roles__role on applications_roles (tenant_id, role_id, application_id);
