-- Online: the rows of existing users are added in short transactions, after the triggers.
-- What the list of users is filtered and sorted by, so that a page costs the same among a million, and saved views of it.

-- A sign-in changes one column of a user. While no index holds that column and the page has room, no index is touched.
alter table users set (fillfactor = 90);

-- What people are shown as, in the order of the alphabet.
create index users__by_name on users (tenant_id, lower(coalesce(name, username, primary_email, primary_phone, id)), id);
create index users__suspended on users (tenant_id, created_at desc, id) where is_suspended;
create index users__application on users (tenant_id, application_id, created_at desc, id) where application_id is not null;
create index users__no_password on users (tenant_id, created_at desc, id) where password_encrypted is null;

-- What changes with a sign-in, kept by triggers beside the users: an index on it there would make every sign-in write
-- all indexes of the table, the one of the search among them.
create table user_traits (
  tenant_id varchar(21) not null default current_setting('app.tenant_id'),
  user_id varchar(12) not null,
  last_sign_in_at timestamptz,
  has_mfa boolean not null default false,
  primary key (tenant_id, user_id)
) with (fillfactor = 80);
alter table user_traits add foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade;
create index user_traits__last_sign_in on user_traits (tenant_id, last_sign_in_at desc nulls last, user_id);
create index user_traits__mfa on user_traits (tenant_id, user_id) where has_mfa;
select guard_tenant_table('user_traits');

create function give_user_traits() returns trigger language plpgsql as $$
begin
  insert into user_traits (tenant_id, user_id, last_sign_in_at, has_mfa)
    select tenant_id, id, last_sign_in_at, mfa_verifications <> '[]' from changed_rows;
  return null;
end $$;
create trigger traits_given after insert on users referencing new table as changed_rows
  for each statement execute function give_user_traits();

-- Until all users have their row, a change of a user adds it.
create function keep_user_traits() returns trigger language plpgsql as $$
begin
  insert into user_traits (tenant_id, user_id, last_sign_in_at, has_mfa)
    values (new.tenant_id, new.id, new.last_sign_in_at, new.mfa_verifications <> '[]')
    on conflict (tenant_id, user_id) do update
      set last_sign_in_at = excluded.last_sign_in_at, has_mfa = excluded.has_mfa;
  return null;
end $$;
create trigger traits_changed after update of last_sign_in_at, mfa_verifications on users for each row
  when (new.last_sign_in_at is distinct from old.last_sign_in_at
    or (new.mfa_verifications = '[]') is distinct from (old.mfa_verifications = '[]'))
  execute function keep_user_traits();

-- Filters, columns and order of the list under a name. The owner is somebody of the admin tenant, or a machine.
create table user_views (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(64) not null,
  owner_id varchar(64) not null,
  is_shared boolean not null default false,
  filters jsonb not null default '{}',
  columns jsonb not null default '[]',
  sort varchar(32),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint user_views__name unique (tenant_id, owner_id, name)
);
create index user_views__shared on user_views (tenant_id) where is_shared;
create trigger touch before update on user_views for each row execute function touch_updated_at();
select guard_tenant_table('user_views');

-- The view that the list opens with, for one person.
create table user_view_defaults (
  tenant_id varchar(21) not null default current_setting('app.tenant_id'),
  owner_id varchar(64) not null,
  view_id varchar(21) not null,
  primary key (tenant_id, owner_id),
  foreign key (tenant_id, view_id) references user_views (tenant_id, id) on delete cascade
);
create index user_view_defaults__view on user_view_defaults (tenant_id, view_id);
select guard_tenant_table('user_view_defaults');

-- outside of a transaction
do $$
declare
  tenant varchar := '';
  person varchar := '';
  reached record;
begin
  loop
    -- The owner of the tables has no policy.
    set local role postern_system;
    select tenant_id, id into reached from (
      select tenant_id, id from users where (tenant_id, id) > (tenant, person) order by tenant_id, id limit 1000
    ) as part order by tenant_id desc, id desc limit 1;
    exit when not found;
    insert into user_traits (tenant_id, user_id, last_sign_in_at, has_mfa)
      select tenant_id, id, last_sign_in_at, mfa_verifications <> '[]' from users
      where (tenant_id, id) > (tenant, person) and (tenant_id, id) <= (reached.tenant_id, reached.id)
      order by tenant_id, id
      on conflict do nothing;
    tenant := reached.tenant_id;
    person := reached.id;
    commit;
  end loop;
end $$;

create or replace function keep_user_traits() returns trigger language plpgsql as $$
begin
  update user_traits set last_sign_in_at = new.last_sign_in_at, has_mfa = new.mfa_verifications <> '[]'
    where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
