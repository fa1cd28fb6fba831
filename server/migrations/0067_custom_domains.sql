-- Custom domains of tenants. All rows are in the home database, also those of tenants of a region: the host of a
-- request determines the tenant, so it must be found without knowing the region.
create table domains (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- In ASCII and lower case.
  domain varchar(256) not null,
  status varchar(32) not null default 'PendingVerification'
    check (status in ('PendingVerification', 'PendingSsl', 'Active', 'Error')),
  error_message varchar(1024),
  -- Checks in a row that found a missing or different record.
  failures int not null default 0,
  -- Since when no check was successful; null after a successful one.
  failing_since timestamptz,
  checked_at timestamptz,
  -- The answer to the running challenge of the certificate authority (RFC 8555 §8.3).
  challenge_token varchar(128),
  challenge_response varchar(256),
  -- The chain as PEM, and its key sealed by the vault.
  certificate text,
  certificate_key text,
  certificate_expires_at timestamptz,
  -- Failed attempts since the last certificate, and the earliest time of the next attempt.
  certificate_attempts int not null default 0,
  certificate_next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, domain)
);
select guard_tenant_table('domains');
-- Several tenants may claim a name; only the first that proves it gets it.
create unique index domains__proven on domains (domain) where status in ('PendingSsl', 'Active');
create index domains__challenge on domains (challenge_token) where challenge_token is not null;
create trigger touch before update on domains for each row execute function touch_updated_at();

-- Every node drops what it has cached about the host and the tenant.
create function notify_domain_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('postern_tenant_changed', coalesce(new.tenant_id, old.tenant_id));
  perform pg_notify('postern_domain_changed', coalesce(new.domain, old.domain));
  return null;
end $$;
create trigger changed after insert or delete on domains for each row execute function notify_domain_changed();
create trigger changed_status after update on domains for each row
  when (old.status is distinct from new.status or old.certificate is distinct from new.certificate)
  execute function notify_domain_changed();

-- Accounts at certificate authorities, of the admin tenant. The key is sealed by the vault.
create table acme_accounts (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  directory varchar(512) not null,
  key text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, directory)
);
select guard_tenant_table('acme_accounts');
