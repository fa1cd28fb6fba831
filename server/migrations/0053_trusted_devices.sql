-- How sign-ins are protected beyond the factors. A tenant without a row has the defaults.
create table sign_in_protections (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  trusts_devices boolean not null default false,
  trusted_days int not null default 30 check (trusted_days between 1 and 365),
  -- Null: yes, if there is an email connector.
  mails_new_devices boolean,
  medium_risk varchar(16) not null default 'allow' check (medium_risk in ('allow', 'askFactor', 'refuse')),
  high_risk varchar(16) not null default 'allow' check (high_risk in ('allow', 'askFactor', 'refuse')),
  primary key (tenant_id)
);
create trigger changed after insert or update or delete on sign_in_protections
  for each row execute function notify_tenant_changed();
select guard_tenant_table('sign_in_protections');

-- Browsers in which a person is not asked for a second factor. Tokens are kept as digests.
create table trusted_devices (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  token_digest varchar(64) not null,
  -- The digest of the device in the known-device cookie.
  device varchar(64),
  user_agent varchar(512) not null default '',
  ip varchar(64) not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint trusted_devices__token unique (tenant_id, token_digest),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index trusted_devices__user on trusted_devices (tenant_id, user_id, created_at);
create index trusted_devices__expiry on trusted_devices (expires_at);
select guard_tenant_table('trusted_devices');
