-- The role `billing` of tenants in the cloud edition: plan, payments and invoices, everything else read-only. The
-- open-source edition, which has the tenant `default`, has no such role.
set local role postern_system;
insert into organization_scopes (tenant_id, id, name)
  select t.id, 'manage-billing', 'manage:billing' from tenants t
  where t.id = 'admin' and not exists (select from tenants where id = 'default')
  on conflict do nothing;
insert into organization_roles (tenant_id, id, name)
  select t.id, 'billing', 'billing' from tenants t
  where t.id = 'admin' and not exists (select from tenants where id = 'default')
  on conflict do nothing;
insert into organization_roles_scopes (tenant_id, organization_role_id, organization_scope_id)
  select r.tenant_id, r.id, s.id from organization_roles r
  join organization_scopes s on s.tenant_id = r.tenant_id
    and (s.name = 'manage:billing' or (r.id = 'billing' and s.name in ('read:data', 'read:member')))
  where r.tenant_id = 'admin' and r.id in ('admin', 'billing')
    and not exists (select from tenants where id = 'default')
  on conflict do nothing;
reset role;
