-- What the console remembers for a whole tenant, such as notices that its administrators have read.
create table console_settings (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  data jsonb not null default '{}',
  primary key (tenant_id)
);
select guard_tenant_table('console_settings');
