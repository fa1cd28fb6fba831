-- Pages that tenants uploaded, so that those which nobody uses any more can be found and their files deleted.
create table custom_ui_uploads (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- What the storage knows the files by.
  keys jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index custom_ui_uploads__oldest on custom_ui_uploads (created_at);
select guard_tenant_table('custom_ui_uploads');
