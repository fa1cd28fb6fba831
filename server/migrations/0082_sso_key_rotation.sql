-- Key pairs of SSO connectors that are not the current one: the next one is published in the metadata before it is used,
-- and the previous one still opens encrypted assertions after the change. The current one is in sso_connector_keys.
create table sso_connector_spare_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  state varchar(8) not null check (state in ('next', 'previous')),
  private_key text not null,
  certificate text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connector_id, state),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select guard_tenant_table('sso_connector_spare_keys');
