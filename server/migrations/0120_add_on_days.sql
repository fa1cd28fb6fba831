-- How much of each thing beyond a plan a tenant used on which day (UTC), so that add-ons are billed for these days. A day
-- without a row continues the last row before it.
create table add_on_days (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  key varchar(64) not null,
  day date not null,
  -- The largest count of the day, and the last one.
  most bigint not null,
  last bigint not null,
  primary key (tenant_id, key, day)
);
select guard_tenant_table('add_on_days');
