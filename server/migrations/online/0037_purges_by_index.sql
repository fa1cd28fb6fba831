-- Old rows are found by an index. BRIN finds them only while rows lie in the order of their age: after some weeks new rows
-- fill the gaps of deleted ones, and each purge would read the whole table.

-- The hour in which a row of the engine expires. An index on the expiry itself would forbid heap-only updates of sessions,
-- which get a new expiry with each use. Their hour changes rarely.
-- Online: adding the column would rewrite the table while nobody can read it. A second table is filled next to the first
-- one, a trigger repeats all changes, and then it takes its place.
create table oidc_models_next (like oidc_models including defaults including constraints) with (fillfactor = 80);
alter table oidc_models_next add column purge_hour timestamptz
  generated always as (date_trunc('hour', expires_at at time zone 'UTC') at time zone 'UTC') stored;
alter table oidc_models_next add constraint oidc_models_next_pkey primary key (tenant_id, model, id);
alter table oidc_models_next add constraint oidc_models_next_tenant_id_fkey
  foreign key (tenant_id) references tenants (id) on delete cascade;
select guard_tenant_table('oidc_models_next');
create index oidc_models_next__grant on oidc_models_next (tenant_id, grant_id) where grant_id is not null;
create index oidc_models_next__uid on oidc_models_next (tenant_id, uid) where uid is not null;
create index oidc_models_next__user_code on oidc_models_next (tenant_id, user_code) where user_code is not null;
create index oidc_models_next__account on oidc_models_next (tenant_id, account_id) where account_id is not null;
create index oidc_models_next__purge on oidc_models_next (purge_hour);

create function mirror_oidc_model() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from oidc_models_next where tenant_id = old.tenant_id and model = old.model and id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into oidc_models_next (tenant_id, model, id, payload, grant_id, uid, user_code, account_id, expires_at, consumed_at, successor)
      values (new.tenant_id, new.model, new.id, new.payload, new.grant_id, new.uid, new.user_code, new.account_id, new.expires_at, new.consumed_at, new.successor)
      on conflict (tenant_id, model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code, account_id = excluded.account_id, expires_at = excluded.expires_at, consumed_at = excluded.consumed_at, successor = excluded.successor;
  end if;
  return null;
end $$;
create trigger mirror after insert or update or delete on oidc_models
  for each row execute function mirror_oidc_model();

-- Rows that others are changing are left for the next pass. The loop ends when a pass over all rows finds none that is
-- missing. A locked row cannot be deleted between reading and writing it.
-- outside of a transaction
do $$
declare
  at_tenant varchar;
  at_model varchar;
  at_id varchar;
  reached record;
  absent int;
  missing int := 1;
begin
  while missing > 0 loop
    missing := 0;
    at_tenant := '';
    at_model := '';
    at_id := '';
    loop
      -- The owner of the tables has no policy.
      set local role postern_system;
      select tenant_id, model, id into reached from (
        select tenant_id, model, id from oidc_models
        where (tenant_id, model, id) > (at_tenant, at_model, at_id)
        order by tenant_id, model, id limit 1000
      ) as part order by tenant_id desc, model desc, id desc limit 1;
      exit when not found;
      select count(*) into absent from oidc_models m
        where (m.tenant_id, m.model, m.id) > (at_tenant, at_model, at_id)
          and (m.tenant_id, m.model, m.id) <= (reached.tenant_id, reached.model, reached.id)
          and not exists (select from oidc_models_next n
            where n.tenant_id = m.tenant_id and n.model = m.model and n.id = m.id);
      if absent > 0 then
        insert into oidc_models_next (tenant_id, model, id, payload, grant_id, uid, user_code, account_id, expires_at, consumed_at, successor)
          select m.tenant_id, m.model, m.id, m.payload, m.grant_id, m.uid, m.user_code, m.account_id, m.expires_at, m.consumed_at, m.successor
          from oidc_models m
          where (m.tenant_id, m.model, m.id) > (at_tenant, at_model, at_id)
            and (m.tenant_id, m.model, m.id) <= (reached.tenant_id, reached.model, reached.id)
          for share of m skip locked
          on conflict do nothing;
      end if;
      missing := missing + absent;
      at_tenant := reached.tenant_id;
      at_model := reached.model;
      at_id := reached.id;
      commit;
    end loop;
    commit;
  end loop;
end $$;

-- next transaction
analyze oidc_models_next;

-- next transaction
lock table oidc_models in access exclusive mode;
drop table oidc_models;
drop function mirror_oidc_model();
alter table oidc_models_next rename to oidc_models;
alter table oidc_models rename constraint oidc_models_next_pkey to oidc_models_pkey;
alter table oidc_models rename constraint oidc_models_next_tenant_id_fkey to oidc_models_tenant_id_fkey;
alter index oidc_models_next__grant rename to oidc_models__grant;
alter index oidc_models_next__uid rename to oidc_models__uid;
alter index oidc_models_next__user_code rename to oidc_models__user_code;
alter index oidc_models_next__account rename to oidc_models__account;
alter index oidc_models_next__purge rename to oidc_models__purge;

-- next transaction
drop index throttle_counters__age;
create index throttle_counters__age on throttle_counters (window_start);
drop index message_counters__age;
create index message_counters__age on message_counters (window_start);
drop index subject_tokens__expiry;
create index subject_tokens__expiry on subject_tokens (expires_at);
create index sentinel_activities__age on sentinel_activities (created_at);
create index one_time_tokens__expiry on one_time_tokens (expires_at);
create index mailbox_messages__age on mailbox_messages (created_at);
create index active_users__period on active_users (period);
