-- Links with which the IT of a customer sets up an enterprise connector, without an account in the console.
create table sso_setup_links (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  organization_id varchar(23),
  -- The connector that the link was made for, or the one that the customer has created with it.
  connector_id varchar(128),
  is_for_connector boolean not null,
  providers jsonb not null,
  purposes jsonb not null,
  enable_without_review boolean not null,
  -- SHA-256. The secret of the address works once; opening the link exchanges it for the secret of a cookie.
  secret_hash varchar(64) not null,
  cookie_hash varchar(64),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  last_used_at timestamptz,
  tested_at timestamptz,
  directory_at timestamptz,
  finished_at timestamptz,
  enabled_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete set null (connector_id)
);
create index sso_setup_links__connector on sso_setup_links (tenant_id, connector_id);
create index sso_setup_links__organization on sso_setup_links (tenant_id, organization_id);
create index sso_setup_links__expires_at on sso_setup_links (expires_at);
select guard_tenant_table('sso_setup_links');

-- Domains that the customer claims. A proven domain is added to the connector when the connector is enabled.
create table sso_setup_domains (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  link_id varchar(21) not null,
  domain varchar(128) not null,
  challenge varchar(64) not null,
  problem varchar(16),
  created_at timestamptz not null default now(),
  proven_at timestamptz,
  primary key (tenant_id, link_id, domain),
  foreign key (tenant_id, link_id) references sso_setup_links (tenant_id, id) on delete cascade
);
create index sso_setup_domains__proven on sso_setup_domains (tenant_id, domain) where proven_at is not null;
select guard_tenant_table('sso_setup_domains');
