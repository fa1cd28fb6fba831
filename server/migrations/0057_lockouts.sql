-- Finds the block of a target, however long ago it began, and lists who is locked out.
create index sentinel_activities__blocked on sentinel_activities (tenant_id, target_hash, decision_expires_at)
  where decision = 'Blocked';

-- As before, but a block lasts as long as the policy says. It used to end after one day.
create or replace function reserve_attempt(attempt varchar, target varchar, what varchar, max_attempts int,
  lockout_minutes float8) returns timestamptz language plpgsql as $$
declare
  blocked_until timestamptz;
  failures int;
  is_last boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || target, 0));
  select max(decision_expires_at) into blocked_until from sentinel_activities
    where target_hash = target and decision = 'Blocked' and decision_expires_at > now();
  if blocked_until is not null then
    return blocked_until;
  end if;
  select count(*) into failures from sentinel_activities
    where target_hash = target and created_at > now() - interval '1 hour'
      and action_result = 'Failed' and decision <> 'Blocked';
  is_last := failures + 1 >= max_attempts;
  insert into sentinel_activities (id, target_type, target_hash, action, action_result, decision, decision_expires_at)
    values (attempt, 'User', target, what, 'Failed', case when is_last then 'Blocked' else 'Allowed' end,
      case when is_last then now() + lockout_minutes * interval '1 minute' else now() end);
  return null;
end $$;
