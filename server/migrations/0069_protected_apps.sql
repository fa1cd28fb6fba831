-- The proxy finds a protected application by its host, and the tenant by the part of the host that names it, so the host is
-- unique within the tenant.
create unique index applications__protected_app_metadata_host
  on applications (tenant_id, (protected_app_metadata ->> 'host')) where type = 'Protected';
