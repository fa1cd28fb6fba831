-- Distributes the tables of Postern over the workers of a Citus cluster, by tenant. Read docs/scale.md first.
-- Run it once as the owner of the database, after `postern db migrate` and before the first tenant exists:
--   psql "$DATABASE_DIRECT_URL" --single-transaction -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql

create extension if not exists citus;

-- Triggers of Postern read and write only rows of the same tenant, which are on the same worker.
set citus.enable_unsafe_triggers = on;

do $$
declare
  name text;
begin
  -- Small tables without a tenant, and the two whose keys are unique across tenants: a full copy on every worker.
  for name in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and c.relname <> 'schema_migrations'
      and (c.relname in ('domains', 'invoices') or not exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
    -- The others refer to this one.
    order by c.relname <> 'tenants', c.relname
  loop
    perform create_reference_table(format('public.%I', name)::regclass);
  end loop;

  -- All tables of tenants, placed together, so that every query and every foreign key of a tenant stays on one worker.
  for name in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not a.attisdropped and c.relname not in ('domains', 'invoices')
    order by c.relname <> 'users', c.relname
  loop
    perform create_distributed_table(
      format('public.%I', name)::regclass, 'tenant_id',
      colocate_with => case name when 'users' then 'none' else 'users' end);
  end loop;
end
$$;
