-- Online: existing users are counted after the triggers, without what the triggers have counted.
-- Numbers of users per day, so that the dashboard costs the same for ten users and a million.
-- Days are in the time zone of the server, which every connection names.
create function local_day(at timestamptz) returns date language sql stable as $$
  select (at at time zone coalesce(nullif(current_setting('app.time_zone', true), ''), 'UTC'))::date
$$;

-- Existing users by the day they were created. Each connection has its own slot, so writers never wait for each other.
create table daily_new_users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  day date not null,
  slot int not null,
  users bigint not null,
  primary key (tenant_id, day, slot)
);
create index daily_new_users__day on daily_new_users (day);
select guard_tenant_table('daily_new_users');

create function count_new_users() returns trigger language plpgsql as $$
declare
  step bigint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- A tenant that is being deleted takes its counts along; do not bring them back.
  insert into daily_new_users as c (tenant_id, day, slot, users)
    select r.tenant_id, local_day(r.created_at), pg_backend_pid(), step * count(*)
    from changed_rows r join tenants t on t.id = r.tenant_id group by 1, 2 order by 1, 2
  on conflict (tenant_id, day, slot) do update set users = c.users + excluded.users;
  return null;
end $$;
create trigger count_new_inserts after insert on users referencing new table as changed_rows
  for each statement execute function count_new_users();
create trigger count_new_deletes after delete on users referencing old table as changed_rows
  for each statement execute function count_new_users();

-- The last two days on which a user was active.
create table user_activity (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  last_day date not null,
  previous_day date,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 80);
select guard_tenant_table('user_activity');

-- `daily` is the number of active users of a day. The other two columns are changes: their sum over all days up to a
-- day is the number of users who were active in the 7 or 30 days that end with it. A user who is active on a day adds 1
-- there and subtracts 1 on the day when the window ends.
create table daily_active_users (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  day date not null,
  daily bigint not null default 0,
  weekly_change bigint not null default 0,
  monthly_change bigint not null default 0,
  primary key (tenant_id, day)
);
create index daily_active_users__day on daily_active_users (day);
select guard_tenant_table('daily_active_users');

-- next transaction
set local role postern_system;
insert into daily_new_users (tenant_id, day, slot, users)
  select tenant_id, day, 0, sum(n) from (
    select tenant_id, local_day(created_at) as day, count(*) as n from users
      where created_at > now() - interval '400 days' group by 1, 2
    union all select tenant_id, day, -users from daily_new_users) as counted
  group by tenant_id, day;

-- Usage knows the last active day of a user in each billing period, and the number of active users of each day.
with known as materialized (
  select a.tenant_id, a.user_id, a.last_day as day,
    lag(a.last_day) over (partition by a.tenant_id, a.user_id order by a.last_day) as previous_day
  from (select distinct tenant_id, user_id, last_day from active_users) a
  join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
), activity as (
  insert into user_activity (tenant_id, user_id, last_day, previous_day)
  select distinct on (tenant_id, user_id) tenant_id, user_id, day, previous_day
  from known order by tenant_id, user_id, day desc
)
insert into daily_active_users (tenant_id, day, daily, weekly_change, monthly_change)
  select tenant_id, day, sum(daily), sum(weekly), sum(monthly) from (
    select tenant_id, day, 0 as daily, case when previous_day > day - 7 then 0 else 1 end as weekly,
      case when previous_day > day - 30 then 0 else 1 end as monthly from known
    union all select tenant_id, day + 7, 0, -1, 0 from known
    union all select tenant_id, day + 30, 0, 0, -1 from known
    union all select tenant_id, previous_day + 7, 0, 1, 0 from known where previous_day > day - 7
    union all select tenant_id, previous_day + 30, 0, 0, 1 from known where previous_day > day - 30
    union all select tenant_id, day, active_users, 0, 0 from daily_usage where day > (now() - interval '400 days')::date
  ) as changes group by tenant_id, day;
reset role;
