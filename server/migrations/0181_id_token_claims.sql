-- Additional claims in ID tokens. A tenant without a row has those of earlier releases: roles, organizations and
-- organization_roles. Null: none.
create table id_token_settings (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  enabled_extended_claims jsonb,
  primary key (tenant_id)
);
create trigger changed after insert or update or delete on id_token_settings
  for each row execute function notify_tenant_changed();
select guard_tenant_table('id_token_settings');
