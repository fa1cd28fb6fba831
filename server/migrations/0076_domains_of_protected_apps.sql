-- Custom domains of protected applications. They have the same proof, certificates and checks as those of tenants, but
-- the proxy serves them. Without a foreign key: the application may be in the database of a region.
alter table domains
  add column application_id varchar(21),
  -- The host that the CNAME record must point to; null for the default endpoint of the tenant.
  add column target varchar(256),
  add constraint domains__application_target check ((application_id is null) = (target is null));
-- Each protected application can have one domain.
create unique index domains__application on domains (tenant_id, application_id) where application_id is not null;
