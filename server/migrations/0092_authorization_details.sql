-- Types of authorization details (RFC 9396). A type belongs to one API resource.
create table authorization_details_types (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  type varchar(128) not null,
  resource_id varchar(21) not null,
  title varchar(128) not null,
  -- The allowed fields: [{ "name", "title" }].
  fields jsonb not null default '[]',
  primary key (tenant_id, type),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade
);
create index authorization_details_types__resource on authorization_details_types (tenant_id, resource_id);
create trigger changed after insert or update or delete on authorization_details_types
  for each row execute function notify_tenant_changed();
select guard_tenant_table('authorization_details_types');
