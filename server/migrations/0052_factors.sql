-- Sign-in with a passkey alone.
alter table sign_in_experiences add column passkey_sign_in jsonb not null default '{}';

-- A code that an administrator issues to a user who lost all second factors. It replaces the factor once.
-- Only its digest is stored.
create table mfa_temporary_codes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  digest varchar(64) not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index mfa_temporary_codes__expires_at on mfa_temporary_codes (expires_at);
select guard_tenant_table('mfa_temporary_codes');
