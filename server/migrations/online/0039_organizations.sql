-- Online: existing rows are counted after the triggers, without what the triggers have counted. Readers wait only while
-- the column is added.
-- Organizations as a feature of every tenant: search, list orders, counts, invitations with several roles, and
-- just-in-time provisioning.

-- Organizations -----------------------------------------------------------------------------------

-- One text for the trigram index, as for users.
alter table organizations
  add column search_text text generated always as (id || e'\n' || name) stored;
-- next transaction
create index organizations__newest on organizations (tenant_id, created_at desc, id);
-- next transaction
create index organizations__search on organizations using gin (tenant_id, search_text gin_trgm_ops);

-- next transaction
create trigger count_inserts after insert on organizations referencing new table as changed_rows
  for each statement execute function count_rows();
create trigger count_deletes after delete on organizations referencing old table as changed_rows
  for each statement execute function count_rows();

-- Names the tenant itself, because a pattern cannot use its index under row-level security; see search_users.
create function search_organizations(needle text) returns setof varchar(23)
  language sql stable security definer set search_path = public as $$
    select id from organizations
    where tenant_id = current_setting('app.tenant_id') and search_text ilike needle
  $$;

-- Members -----------------------------------------------------------------------------------------

-- Plans each call for its values: a small organization is read by its members, a rare text by the trigram index.
-- Without sequential scans, because the planner underestimates what comparing a pattern costs.
create function search_organization_users(organization text, needle text) returns setof varchar(12)
  language plpgsql stable security definer set search_path = public set enable_seqscan = off as $$
begin
  return query execute
    'select m.user_id from organization_users m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
     where m.tenant_id = current_setting(''app.tenant_id'') and m.organization_id = $1 and u.search_text ilike $2'
    using organization, needle;
end $$;

-- The number of users and applications of each organization. Several slots per count keep writers in different
-- connections from waiting for each other.
create table organization_counts (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  kind varchar(32) not null,
  slot int not null,
  n bigint not null,
  primary key (tenant_id, organization_id, kind, slot),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
select guard_tenant_table('organization_counts');

-- Runs as postern_system: a cascade would run it as the owner of the table, who has no policy.
create function count_members() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  step bigint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- An organization that is being deleted takes its counts along. The order keeps two writers from a deadlock.
  insert into organization_counts as c (tenant_id, organization_id, kind, slot, n)
    select r.tenant_id, r.organization_id, tg_table_name, pg_backend_pid() % 8, step * count(*)
    from changed_rows r join organizations o on o.tenant_id = r.tenant_id and o.id = r.organization_id
    group by r.tenant_id, r.organization_id order by r.tenant_id, r.organization_id
  on conflict (tenant_id, organization_id, kind, slot) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger count_inserts after insert on organization_users referencing new table as changed_rows
  for each statement execute function count_members();
create trigger count_deletes after delete on organization_users referencing old table as changed_rows
  for each statement execute function count_members();
create trigger count_inserts after insert on organization_applications referencing new table as changed_rows
  for each statement execute function count_members();
create trigger count_deletes after delete on organization_applications referencing old table as changed_rows
  for each statement execute function count_members();

create index organization_applications__joined
  on organization_applications (tenant_id, organization_id, created_at, application_id);

-- Deleting a role or a permission removes the rows that refer to it.
create index organization_users_roles__role on organization_users_roles (tenant_id, organization_role_id);
create index organization_applications_roles__role on organization_applications_roles (tenant_id, organization_role_id);
create index organization_roles_scopes__scope on organization_roles_scopes (tenant_id, organization_scope_id);

-- Invitations -------------------------------------------------------------------------------------

-- The column stays for invitations to tenants, which have exactly one role.
alter table organization_invitations alter column organization_role_id drop not null;
create index organization_invitations__role on organization_invitations (tenant_id, organization_role_id);
create index organization_invitations__inviter on organization_invitations (tenant_id, inviter_id);
create index organization_invitations__all on organization_invitations (tenant_id, created_at desc, id);

create table organization_invitations_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  invitation_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, invitation_id, organization_role_id),
  foreign key (tenant_id, invitation_id) references organization_invitations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create index organization_invitations_roles__role on organization_invitations_roles (tenant_id, organization_role_id);
select guard_tenant_table('organization_invitations_roles');

-- Just-in-time provisioning -----------------------------------------------------------------------

create table organization_jit_email_domains (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  -- In lower case.
  email_domain varchar(128) not null,
  primary key (tenant_id, organization_id, email_domain),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
-- A new user is looked up by the domain of their address.
create index organization_jit_email_domains__domain on organization_jit_email_domains (tenant_id, email_domain);
select guard_tenant_table('organization_jit_email_domains');

create table organization_jit_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, organization_id, organization_role_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create index organization_jit_roles__role on organization_jit_roles (tenant_id, organization_role_id);
select guard_tenant_table('organization_jit_roles');

-- The definers need their own rights; the functions answer only for the tenant that is set.
grant create on schema public to postern_system;
alter function search_organizations(text) owner to postern_system;
alter function search_organization_users(text, text) owner to postern_system;
alter function count_members() owner to postern_system;
revoke create on schema public from postern_system;
revoke all on function search_organizations(text), search_organization_users(text, text) from public;
grant execute on function search_organizations(text), search_organization_users(text, text)
  to postern_app, postern_system;

-- next transaction
-- The owner of the tables has no policy.
set local role postern_system;
insert into row_counts (tenant_id, kind, slot, n)
  select tenant_id, 'organizations', -1, sum(n) from (
    select tenant_id, count(*) as n from organizations group by tenant_id
    union all select tenant_id, -n from row_counts where kind = 'organizations') as counted
  group by tenant_id;
insert into organization_counts (tenant_id, organization_id, kind, slot, n)
  select tenant_id, organization_id, kind, -1, sum(n) from (
    select tenant_id, organization_id, 'organization_users' as kind, count(*) as n from organization_users group by 1, 2
    union all
    select tenant_id, organization_id, 'organization_applications', count(*) from organization_applications group by 1, 2
    union all select tenant_id, organization_id, kind, -n from organization_counts) as counted
  group by tenant_id, organization_id, kind;
reset role;
