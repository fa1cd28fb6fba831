-- Signs the puzzles of the built-in captcha. Sealed by the vault where the installation has one.
alter table captcha_providers add column challenge_key text;

-- Puzzles whose solution was used, until they expire: no node accepts a solution twice.
create table captcha_uses (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(64) not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index captcha_uses__expiry on captcha_uses (expires_at);
select guard_tenant_table('captcha_uses');
