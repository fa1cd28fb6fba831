-- How long people stay signed in. A tenant without a row, or a null, has the default.
create table session_policies (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  max_minutes int check (max_minutes > 0),
  idle_minutes int check (idle_minutes > 0),
  max_sessions int check (max_sessions > 0),
  primary key (tenant_id)
);
create trigger changed after insert or update or delete on session_policies
  for each row execute function notify_tenant_changed();
select guard_tenant_table('session_policies');
