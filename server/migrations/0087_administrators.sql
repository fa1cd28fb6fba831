-- Administrators of the open-source edition may have a read-only role. In the default tenant they are users with the
-- role `default:reader`, whose permission allows reading the management API; in the organization of the tenant they
-- have the role `reader`. New installations get both from provisioning.
set local role postern_system;
insert into scopes (tenant_id, id, resource_id, name, description)
  select tenant_id, 'mapi-default-read', id, 'read:data', 'Read the management API, without secrets'
  from resources where tenant_id = 'admin' and id = 'mapi-default'
  on conflict do nothing;

insert into roles (tenant_id, id, name, description, type)
  select tenant_id, 'default-reader', 'default:reader', 'Read-only administrator of the default tenant', 'User'
  from scopes where tenant_id = 'admin' and id = 'mapi-default-read'
  on conflict do nothing;

insert into roles_scopes (tenant_id, role_id, scope_id)
  select tenant_id, id, 'mapi-default-read'
  from roles where tenant_id = 'admin' and id = 'default-reader'
  on conflict do nothing;

insert into organization_roles (tenant_id, id, name, description)
  select tenant_id, 'reader', 'reader', 'Read-only administrator'
  from organizations where tenant_id = 'admin' and id = 't-default'
  on conflict do nothing;

insert into organization_roles_scopes (tenant_id, organization_role_id, organization_scope_id)
  select r.tenant_id, r.id, s.id
  from organization_roles r join organization_scopes s on s.tenant_id = r.tenant_id and s.id = 'read-data'
  where r.tenant_id = 'admin' and r.id = 'reader'
  on conflict do nothing;
reset role;
