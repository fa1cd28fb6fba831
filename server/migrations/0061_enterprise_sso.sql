-- Enterprise single sign-on. `sso_connectors` exists since 0040.

-- Whether the settings are complete. They are encrypted, so a query cannot see it. The metadata of a SAML provider is
-- public and is refreshed by a job.
alter table sso_connectors
  add column is_configured boolean not null default false,
  add column metadata_xml text,
  add column metadata_read_at timestamptz,
  add column metadata_error text,
  add column certificate_expires_at timestamptz;

-- The connector is part of the key: the administrator of one identity provider chooses its issuer and its user IDs, so
-- they must never lead to a user of another connector.
create table user_sso_identities (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  issuer varchar(256) not null,
  identity_id varchar(128) not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sso_connector_id varchar(128) not null,
  primary key (tenant_id, id),
  constraint user_sso_identities__identity unique (tenant_id, sso_connector_id, issuer, identity_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index user_sso_identities__user on user_sso_identities (tenant_id, user_id, sso_connector_id);
select guard_tenant_table('user_sso_identities');

create table secret_enterprise_sso_connector_relations (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  secret_id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  issuer varchar(256) not null,
  identity_id varchar(128) not null,
  primary key (tenant_id, secret_id),
  constraint secret_enterprise_sso_connector_relations__identity
    unique (tenant_id, sso_connector_id, issuer, identity_id),
  foreign key (tenant_id, secret_id) references secrets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id, issuer, identity_id)
    references user_sso_identities (tenant_id, sso_connector_id, issuer, identity_id) on update cascade on delete cascade
);
select guard_tenant_table('secret_enterprise_sso_connector_relations');

create trigger secret_goes after delete on secret_enterprise_sso_connector_relations for each row
  execute function drop_secret_of_relation();

create function drop_secrets_of_sso_connector() returns trigger language plpgsql as $$
begin
  delete from secret_enterprise_sso_connector_relations
    where tenant_id = new.tenant_id and sso_connector_id = new.id;
  return null;
end $$;
create trigger sso_connector_loses_secrets after update of enable_token_storage on sso_connectors for each row
  when (old.enable_token_storage and not new.enable_token_storage) execute function drop_secrets_of_sso_connector();

create table sso_connector_idp_initiated_auth_configs (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  default_application_id varchar(21) not null,
  redirect_uri text,
  auth_parameters jsonb not null default '{}',
  auto_send_authorization_request boolean not null default false,
  client_idp_initiated_auth_callback_uri text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, default_application_id) references applications (tenant_id, id) on delete cascade
);
create index sso_connector_idp_initiated_auth_configs__application
  on sso_connector_idp_initiated_auth_configs (tenant_id, default_application_id);
select guard_tenant_table('sso_connector_idp_initiated_auth_configs');

-- A verified assertion that waits for the sign-in of the same browser.
create table idp_initiated_saml_sso_sessions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(64) not null,
  connector_id varchar(128) not null,
  assertion_content jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index idp_initiated_saml_sso_sessions__connector on idp_initiated_saml_sso_sessions (tenant_id, connector_id);
create index idp_initiated_saml_sso_sessions__expiry on idp_initiated_saml_sso_sessions (expires_at);
select guard_tenant_table('idp_initiated_saml_sso_sessions');

-- Assertions that were used, until they expire: each one signs in once.
create table sso_used_assertions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  digest varchar(64) not null,
  expires_at timestamptz not null,
  primary key (tenant_id, connector_id, digest),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index sso_used_assertions__expiry on sso_used_assertions (expires_at);
select guard_tenant_table('sso_used_assertions');

create trigger changed after insert or update or delete on sso_connectors
  for each row execute function notify_tenant_changed();
