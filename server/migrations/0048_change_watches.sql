-- Tenants whose changes a console follows at the moment. Changes of other tenants are not announced to the nodes.
create table change_watches (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  watched_until timestamptz not null,
  primary key (tenant_id)
);
select guard_tenant_table('change_watches');
