-- The key pair of a connector: it signs our requests to a SAML provider, and opens its encrypted assertions.
create table sso_connector_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  private_key text not null,
  certificate text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select guard_tenant_table('sso_connector_keys');

-- The expiry that administrators were warned about.
alter table sso_connectors add column certificate_warned_for timestamptz;
create index sso_connectors__certificate on sso_connectors (certificate_expires_at);
