-- Applications that sign people in with SAML; this server is the identity provider.
create table saml_application_configs (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  application_type varchar(32) not null default 'SAML' check (application_type = 'SAML'),
  attribute_mapping jsonb not null default '{}',
  entity_id varchar(128),
  acs_url jsonb,
  encryption jsonb,
  name_id_format varchar(128) not null,
  request_signing jsonb,
  single_logout_url text,
  idp_initiated jsonb,
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id, application_type) references applications (tenant_id, id, type) on delete cascade
);
select guard_tenant_table('saml_application_configs');

-- Signing certificates. The private keys are encrypted with the vault.
create table saml_application_secrets (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  id varchar(21) not null,
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  active boolean not null,
  primary key (tenant_id, application_id, id),
  foreign key (tenant_id, application_id) references saml_application_configs (tenant_id, application_id) on delete cascade
);
create unique index saml_application_secrets__active on saml_application_secrets (tenant_id, application_id) where active;
select guard_tenant_table('saml_application_secrets');

-- A sign-in from the request to the response, and then the session that the application can end by single logout.
create table saml_application_sessions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(32) not null,
  application_id varchar(21) not null,
  -- Null for a sign-in without a request.
  saml_request_id varchar(128),
  oidc_state varchar(32) not null,
  relay_state varchar(2048),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set with the response, which is issued once.
  issued_at timestamptz,
  user_id varchar(12),
  session_uid varchar(64),
  name_id varchar(256),
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references saml_application_configs (tenant_id, application_id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index saml_application_sessions__application on saml_application_sessions (tenant_id, application_id);
create index saml_application_sessions__user on saml_application_sessions (tenant_id, user_id) where user_id is not null;
create index saml_application_sessions__expires_at on saml_application_sessions (expires_at);
select guard_tenant_table('saml_application_sessions');
