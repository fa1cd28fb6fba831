create table hooks (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null default '',
  -- The only event of hooks of older clients; used if `events` is empty.
  event varchar(128),
  events jsonb not null default '[]',
  config jsonb not null,
  signing_key varchar(64) not null,
  -- After a rotation, deliveries are also signed with the previous key for a while.
  previous_signing_key varchar(64),
  previous_key_until timestamptz,
  enabled boolean not null default true,
  -- The endpoint did not respond at all: nothing is sent until then.
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select guard_tenant_table('hooks');

-- Deliveries that wait or have failed for good. A successful delivery is deleted; its log entry stays.
create table webhook_deliveries (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  hook_id varchar(21) not null,
  event varchar(64) not null,
  -- Deliveries of a hook about one object are sent in the order of `seq`, one after the other.
  object_type varchar(32) not null,
  object_id varchar(64) not null,
  seq bigint not null,
  -- The exact text that is signed and sent.
  body text not null,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  -- While a node sends it.
  claimed_until timestamptz,
  last_status int,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, hook_id) references hooks (tenant_id, id) on delete cascade
);
create index webhook_deliveries__object on webhook_deliveries (tenant_id, hook_id, object_type, object_id, seq)
  where dead_at is null;
create index webhook_deliveries__due on webhook_deliveries (tenant_id, hook_id, next_at) where dead_at is null;
create index webhook_deliveries__claimed on webhook_deliveries (tenant_id, hook_id) where claimed_until is not null;
create index webhook_deliveries__newest on webhook_deliveries (tenant_id, hook_id, seq desc);
create index webhook_deliveries__dead on webhook_deliveries (dead_at) where dead_at is not null;
select guard_tenant_table('webhook_deliveries');

create index logs__hook on logs (tenant_id, (payload ->> 'hookId'), created_at desc) where key like 'TriggerHook.%';

-- The order in which changes were made: `created_at` is the start of a transaction and equal for all its events.
-- The numbers start at the current time in microseconds: a backup does not contain sequences, and a database that is
-- restored must continue above the numbers of its deliveries.
do $$
begin
  execute format('create sequence outbox_seq start with %s', (extract(epoch from clock_timestamp()) * 1000000)::bigint);
end $$;
grant usage on sequence outbox_seq to postern_app, postern_system;
alter table outbox add column seq bigint not null default nextval('outbox_seq');
-- The object of the event at that moment, for webhooks. Null if the tenant has no webhook.
alter table outbox add column subject jsonb;
-- The call of the management API that caused the event.
alter table outbox add column call jsonb;

create function wire_time(moment timestamptz) returns bigint language sql immutable as
  $$ select floor(extract(epoch from moment) * 1000)::bigint $$;

create function outbox_subject(tenant varchar, event varchar, subject varchar) returns jsonb language plpgsql stable as $$
begin
  if event like 'User.%' or event like 'Post%' then
    return (select jsonb_build_object('id', u.id, 'username', u.username, 'primaryEmail', u.primary_email,
        'primaryPhone', u.primary_phone, 'name', u.name, 'avatar', u.avatar, 'customData', u.custom_data,
        'identities', u.identities, 'lastSignInAt', wire_time(u.last_sign_in_at), 'createdAt', wire_time(u.created_at),
        'updatedAt', wire_time(u.updated_at), 'profile', u.profile, 'applicationId', u.application_id,
        'isSuspended', u.is_suspended)
      from users u where u.tenant_id = tenant and u.id = subject);
  elsif event = 'Role.Scopes.Updated' then
    return (select coalesce(jsonb_agg(jsonb_build_object('tenantId', s.tenant_id, 'id', s.id, 'resourceId', s.resource_id,
        'name', s.name, 'description', s.description, 'createdAt', wire_time(s.created_at)) order by s.created_at, s.id), '[]')
      from roles_scopes r join scopes s on s.tenant_id = r.tenant_id and s.id = r.scope_id
      where r.tenant_id = tenant and r.role_id = subject);
  elsif event like 'Role.%' then
    return (select jsonb_build_object('tenantId', r.tenant_id, 'id', r.id, 'name', r.name, 'description', r.description,
        'type', r.type, 'isDefault', r.is_default)
      from roles r where r.tenant_id = tenant and r.id = subject);
  elsif event like 'Scope.%' then
    return (select jsonb_build_object('tenantId', s.tenant_id, 'id', s.id, 'resourceId', s.resource_id, 'name', s.name,
        'description', s.description, 'createdAt', wire_time(s.created_at))
      from scopes s where s.tenant_id = tenant and s.id = subject);
  elsif event = 'Organization.Membership.Updated' then
    return null;
  elsif event like 'Organization.%' then
    return (select jsonb_build_object('tenantId', o.tenant_id, 'id', o.id, 'name', o.name, 'description', o.description,
        'customData', o.custom_data, 'isMfaRequired', o.is_mfa_required, 'color', o.color, 'branding', o.branding,
        'customCss', o.custom_css, 'createdAt', wire_time(o.created_at))
      from organizations o where o.tenant_id = tenant and o.id = subject);
  elsif event = 'OrganizationRole.Scopes.Updated' then
    return (select coalesce(jsonb_agg(jsonb_build_object('tenantId', s.tenant_id, 'id', s.id, 'name', s.name,
        'description', s.description) order by s.name), '[]')
      from organization_roles_scopes r
      join organization_scopes s on s.tenant_id = r.tenant_id and s.id = r.organization_scope_id
      where r.tenant_id = tenant and r.organization_role_id = subject);
  elsif event like 'OrganizationRole.%' then
    return (select jsonb_build_object('tenantId', r.tenant_id, 'id', r.id, 'name', r.name, 'description', r.description,
        'type', r.type)
      from organization_roles r where r.tenant_id = tenant and r.id = subject);
  elsif event like 'OrganizationScope.%' then
    return (select jsonb_build_object('tenantId', s.tenant_id, 'id', s.id, 'name', s.name, 'description', s.description)
      from organization_scopes s where s.tenant_id = tenant and s.id = subject);
  end if;
  return null;
end $$;

-- In the transaction of the change, so that the event shows the object exactly as the change left it. A trigger,
-- because events are also written by prepared statements.
create function keep_outbox_subject() returns trigger language plpgsql as $$
begin
  -- A restored event keeps what it has.
  if new.subject is null and exists (select from hooks h where h.tenant_id = new.tenant_id and h.enabled) then
    new.subject := outbox_subject(new.tenant_id, new.name, new.subject_id);
  end if;
  return new;
end $$;
create trigger subject before insert on outbox for each row
  when (new.name ~ '^(User|Role|Scope|Organization|OrganizationRole|OrganizationScope)\.|^Post')
  execute function keep_outbox_subject();
