-- Regions with databases of their own. The home database knows all tenants; the data of a tenant may lie elsewhere.

alter table tenants
  -- The region whose database holds the tenant's data; null where the data lies beside this row.
  add column database_region varchar(8),
  -- In a region's database: how new the copy of the tenant is.
  add column mirror_version bigint not null default 0;
create index tenants__database_region on tenants (database_region) where database_region is not null;

-- What the databases of regions have not heard of yet: tenants, new ones among them, and with an empty subject the plans.
create sequence region_mirror_versions;
create table region_mirrors (
  region varchar(8) not null,
  subject varchar(21) not null,
  version bigint not null default nextval('region_mirror_versions'),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  primary key (region, subject)
);
create index region_mirrors__due on region_mirrors (due_at);
grant select, insert, update, delete on region_mirrors to postern_system;
grant usage on sequence region_mirror_versions to postern_system;

-- Whoever changes a tenant need not know where its data lies, nor have a right to this table.
create function queue_mirror(tenant varchar) returns void
  language sql security definer set search_path = public as $$
    insert into region_mirrors (region, subject)
      select database_region, id from tenants where id = tenant and database_region is not null
    on conflict (region, subject) do update
      set version = nextval('region_mirror_versions'), due_at = now(), attempts = 0, last_error = null
  $$;

create function queue_mirror_of_tenant() returns trigger language plpgsql as $$
begin
  perform queue_mirror(new.id);
  return null;
end $$;
create trigger mirror_new after insert on tenants
  for each row when (new.database_region is not null) execute function queue_mirror_of_tenant();
create trigger mirror_changed after update on tenants
  for each row when (new.database_region is not null) execute function queue_mirror_of_tenant();

create function queue_mirror_of_subscription() returns trigger language plpgsql as $$
begin
  perform queue_mirror(coalesce(new.tenant_id, old.tenant_id));
  return null;
end $$;
create trigger mirror after insert or update or delete on subscriptions
  for each row execute function queue_mirror_of_subscription();

create function queue_mirror_of_plans() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into region_mirrors (region, subject)
    select distinct database_region, '' from tenants where database_region is not null
  on conflict (region, subject) do update
    set version = nextval('region_mirror_versions'), due_at = now(), attempts = 0, last_error = null;
  return null;
end $$;
create trigger mirror after insert or update or delete on skus
  for each statement execute function queue_mirror_of_plans();
