-- The audit log by organization, with changes, and its monthly partitions.

-- A column like user_id and application_id, because an expression on the payload finds no index under row-level
-- security.
alter table logs add column organization_id varchar(64);

-- On the parent only: the entries of existing months are indexed after the migration without blocking writers
-- (platform/index-partitions.ts).
create index logs__organization on only logs (tenant_id, organization_id, created_at desc, id)
  where organization_id is not null;
-- All entries except deliveries of webhooks, which have their own list.
create index logs__all on only logs (tenant_id, created_at desc, id) where split_part(key, '.', 1) <> 'TriggerHook';

-- Attaching a table blocks no reader or writer of the log. Entries that were written before their month existed are
-- moved from the default partition, which would otherwise refuse the new month.
create or replace function create_log_partitions() returns void
  language plpgsql security definer set search_path = public as $$
declare
  first_day date;
  next_day date;
  name text;
begin
  for step in 0..2 loop
    first_day := date_trunc('month', now() + step * interval '1 month')::date;
    next_day := (first_day + interval '1 month')::date;
    name := 'logs_' || to_char(first_day, 'YYYY_MM');
    if to_regclass(name) is null then
      execute format('create table %I (like logs including defaults including constraints)', name);
      execute format('with moved as (delete from logs_default where created_at >= %L and created_at < %L returning *)
        insert into %I select * from moved', first_day::timestamptz, next_day::timestamptz, name);
      execute format('alter table logs attach partition %I for values from (%L) to (%L)', name, first_day, next_day);
    end if;
  end loop;
end $$;

-- Drops months that retention has emptied. A month of which a tenant keeps entries stays.
create function drop_empty_log_partitions() returns int
  language plpgsql security definer set search_path = public set lock_timeout = '1s' as $$
declare
  partition record;
  is_used boolean;
  dropped int := 0;
begin
  for partition in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'logs'::regclass and c.relname ~ '^logs_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', now()) - interval '1 month'
  loop
    begin
      execute format('select exists (select from %I)', partition.name) into is_used;
      if not is_used then
        execute format('drop table %I', partition.name);
        dropped := dropped + 1;
      end if;
    exception when lock_not_available then
      -- The next run tries again.
      null;
    end;
  end loop;
  return dropped;
end $$;
revoke all on function drop_empty_log_partitions() from public;
grant execute on function drop_empty_log_partitions() to postern_system;
