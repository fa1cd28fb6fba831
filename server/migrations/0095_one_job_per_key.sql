-- One job per key until it is dead. Adding a job with the key of a running one marks that one to run again.
alter table jobs
  -- When a running job runs again after it ends, and with what. A null payload means the same one.
  add column again_at timestamptz,
  add column again_payload jsonb,
  add column again_actor jsonb,
  -- Releases that mark running jobs set it. The trigger `key_of_previous_release` is for rows without it.
  add column knows_again boolean not null default false;

-- The end of a job that was added again while it ran. A trigger, because nodes of the previous release end jobs too.
create function run_job_again() returns trigger language plpgsql as $$
begin
  update jobs set lease = null, leased_until = null, due_at = old.again_at, attempts = 0, last_error = null, progress = null,
      is_cancel_wanted = false, payload = coalesce(old.again_payload, old.payload), actor = old.again_actor,
      again_at = null, again_payload = null, again_actor = null
    where tenant_id = old.tenant_id and id = old.id;
  return null;
end $$;
create trigger run_again before delete on jobs for each row
  when (old.again_at is not null and old.dead_at is null) execute function run_job_again();

-- A dead job is kept for the operator. What was added while it ran becomes a new job.
create function replace_dead_job() returns trigger language plpgsql as $$
begin
  insert into jobs as j (tenant_id, queue, key, payload, priority, due_at, actor, knows_again)
    values (new.tenant_id, new.queue, new.key, coalesce(new.again_payload, new.payload), new.priority, new.again_at,
      new.again_actor, true)
    on conflict (tenant_id, queue, key) where key is not null and dead_at is null
      do update set due_at = least(j.due_at, excluded.due_at);
  update jobs set again_at = null, again_payload = null, again_actor = null
    where tenant_id = new.tenant_id and id = new.id;
  return null;
end $$;
create trigger replace_dead after update of dead_at on jobs for each row
  when (old.dead_at is null and new.dead_at is not null and new.again_at is not null)
  execute function replace_dead_job();

-- The previous release adds a second job with the key of a running one, and revives dead jobs beside a running one. They
-- run without a key, so that nothing fails or is lost. A later release drops this trigger and the column.
create function key_of_previous_release() returns trigger language plpgsql as $$
declare
  is_busy boolean;
begin
  select lease is not null or is_cancel_wanted or tg_op = 'UPDATE' into is_busy from jobs
    where tenant_id = new.tenant_id and queue = new.queue and key = new.key and id <> new.id and dead_at is null for update;
  if is_busy then
    new.key := null;
  end if;
  return new;
end $$;
create trigger key_of_previous_release before insert on jobs for each row
  when (new.key is not null and new.dead_at is null and not new.knows_again) execute function key_of_previous_release();
create trigger key_of_revived before update of dead_at on jobs for each row
  when (old.dead_at is not null and new.dead_at is null and new.key is not null) execute function key_of_previous_release();

-- Jobs that share a key already: one that runs is kept, and a waiting one becomes its next run. Others that run continue
-- without the key. The triggers above prevent new ones.
set local role postern_system;
with shared as (
  select tenant_id, id, lease, due_at, payload, actor, row_number() over same_key as place, first_value(id) over same_key as kept
  from jobs where key is not null and dead_at is null
  window same_key as (partition by tenant_id, queue, key order by lease is null, leased_until desc, id)
) update jobs j set again_at = shared.due_at, again_payload = shared.payload, again_actor = shared.actor
  from shared where shared.place > 1 and shared.lease is null and j.tenant_id = shared.tenant_id and j.id = shared.kept;
with shared as (
  select tenant_id, id, row_number() over (partition by tenant_id, queue, key
    order by lease is null, leased_until desc, id) as place
  from jobs where key is not null and dead_at is null
), gone as (
  delete from jobs j using shared
    where shared.place > 1 and j.lease is null and j.tenant_id = shared.tenant_id and j.id = shared.id
) update jobs j set key = null from shared
  where shared.place > 1 and j.lease is not null and j.tenant_id = shared.tenant_id and j.id = shared.id;
reset role;

create unique index jobs__live_key on jobs (tenant_id, queue, key) where key is not null and dead_at is null;
drop index jobs__key;
-- A claim reads the first jobs of each queue, and then the first jobs of each tenant if one tenant fills the queue.
create index jobs__claim on jobs (queue, priority, due_at) where lease is null and dead_at is null;
create index jobs__tenant on jobs (queue, tenant_id, priority, due_at) where lease is null and dead_at is null;
drop index jobs__waiting;
