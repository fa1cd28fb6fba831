-- Who created an application: machines outlive people, so whoever looks after a tenant must see whose they are. All three are
-- null where it was not written down.
alter table applications
  add column created_by_type varchar(16) check (created_by_type in ('person', 'application', 'command')),
  -- The tenant whose person or application it was; the administrators of all tenants are people of the admin tenant.
  add column created_by_tenant varchar(21),
  add column created_by_id varchar(21);
create index applications__creator on applications (tenant_id, created_by_id) where created_by_id is not null;
