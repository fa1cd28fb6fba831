-- The number of organizations per day of creation (UTC), so that a page deep in the list skips whole days. Stored in
-- row_counts with the kind `organizations YYYY-MM-DD`.
create function organization_day(created timestamptz) returns text language sql immutable parallel safe
  return 'organizations ' || to_char(created at time zone 'UTC', 'YYYY-MM-DD');

-- Runs as postern_system: a cascade would run it as the owner of the table, who has no policy.
create function count_organization_days() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  -- A tenant that is being deleted takes its counts along. The order keeps two writers from a deadlock.
  if tg_op = 'INSERT' then
    insert into row_counts as c (tenant_id, kind, slot, n)
      select r.tenant_id, organization_day(r.created_at), pg_backend_pid() % 16, count(*)
      from new_rows r join tenants t on t.id = r.tenant_id group by 1, 2 order by 1, 2
    on conflict (tenant_id, kind, slot) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into row_counts as c (tenant_id, kind, slot, n)
      select r.tenant_id, organization_day(r.created_at), pg_backend_pid() % 16, -count(*)
      from old_rows r join tenants t on t.id = r.tenant_id group by 1, 2 order by 1, 2
    on conflict (tenant_id, kind, slot) do update set n = c.n + excluded.n;
  else
    insert into row_counts as c (tenant_id, kind, slot, n)
      select r.tenant_id, r.kind, pg_backend_pid() % 16, sum(r.step) from (
        select tenant_id, organization_day(created_at) as kind, 1 as step from new_rows
        union all select tenant_id, organization_day(created_at), -1 from old_rows
      ) r join tenants t on t.id = r.tenant_id group by 1, 2 having sum(r.step) <> 0 order by 1, 2
    on conflict (tenant_id, kind, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
alter function count_organization_days() owner to postern_system;
create trigger count_day_inserts after insert on organizations referencing new table as new_rows
  for each statement execute function count_organization_days();
create trigger count_day_deletes after delete on organizations referencing old table as old_rows
  for each statement execute function count_organization_days();
create trigger count_day_updates after update on organizations referencing old table as old_rows new table as new_rows
  for each statement execute function count_organization_days();
-- The owner of the tables has no policy.
set local role postern_system;
insert into row_counts (tenant_id, kind, slot, n)
  select tenant_id, organization_day(created_at), 0, count(*) from organizations group by 1, 2;
reset role;
