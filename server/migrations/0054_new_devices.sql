-- From where a person signed in last: network and time zone.
alter table users add column last_sign_in_place jsonb;

-- People get an email about a sign-in from a new device, with a link that ends its session. Tokens are kept as digests.
-- A reported device stays here as long as its cookie can exist, so that it does not count as known again.
create table new_device_notices (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  -- The id of the job that sends it.
  id uuid not null,
  user_id varchar(12) not null,
  -- The digest of the device in the known-device cookie.
  device varchar(64) not null,
  token_digest varchar(64) not null,
  user_agent varchar(512) not null,
  ip varchar(64) not null,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  reported_at timestamptz,
  primary key (tenant_id, id),
  constraint new_device_notices__token unique (tenant_id, token_digest),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index new_device_notices__user on new_device_notices (tenant_id, user_id, device);
create index new_device_notices__expiry on new_device_notices (expires_at);
select guard_tenant_table('new_device_notices');
