-- What people sign in with and how it looks: connectors, messages, codes, one-time tokens, phrases, profile fields,
-- account center, captcha, and who owns which identity elsewhere.

create table connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(128) not null,
  connector_id varchar(128) not null,
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  config jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create trigger changed after insert or update or delete on connectors for each row execute function notify_tenant_changed();
select guard_tenant_table('connectors');

create table email_templates (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  language_tag varchar(16) not null,
  template_type varchar(64) not null,
  details jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint email_templates__language_type unique (tenant_id, language_tag, template_type)
);
create trigger changed after insert or update or delete on email_templates
  for each row execute function notify_tenant_changed();
select guard_tenant_table('email_templates');

-- Where messages land in development, when no connector takes them. Never filled in production.
create table mailbox_messages (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  kind varchar(16) not null check (kind in ('Email', 'Sms')),
  recipient varchar(128) not null,
  template_type varchar(64) not null,
  subject text,
  content text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index mailbox_messages__newest on mailbox_messages (tenant_id, created_at desc, id);
select guard_tenant_table('mailbox_messages');

-- Codes are kept as digests: a copy of the table verifies nothing.
create table passcodes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- The verification it belongs to; a code for one is worth nothing in another.
  verification_id varchar(64) not null,
  identifier_type varchar(16) not null check (identifier_type in ('email', 'phone')),
  identifier varchar(128) not null,
  template_type varchar(64) not null,
  code_digest varchar(64) not null,
  consumed_at timestamptz,
  try_count int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index passcodes__verification on passcodes (tenant_id, verification_id, created_at desc);
create index passcodes__identifier on passcodes (tenant_id, identifier, created_at desc);
create index passcodes__expiry on passcodes using brin (expires_at);
select guard_tenant_table('passcodes');

create table one_time_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  email varchar(128) not null,
  token varchar(256) not null,
  context jsonb not null default '{}',
  status varchar(16) not null default 'active' check (status in ('active', 'consumed', 'revoked', 'expired')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint one_time_tokens__token unique (tenant_id, token)
);
create index one_time_tokens__email on one_time_tokens (tenant_id, email, created_at desc);
create index one_time_tokens__newest on one_time_tokens (tenant_id, created_at desc, id);
select guard_tenant_table('one_time_tokens');

create table custom_phrases (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  language_tag varchar(16) not null,
  translation jsonb not null,
  primary key (tenant_id, id),
  constraint custom_phrases__language unique (tenant_id, language_tag)
);
create trigger changed after insert or update or delete on custom_phrases
  for each row execute function notify_tenant_changed();
select guard_tenant_table('custom_phrases');

create table custom_profile_fields (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  type varchar(128) not null,
  label varchar(128) not null default '',
  description varchar(256),
  required boolean not null default false,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sie_order int not null default 0,
  primary key (tenant_id, id),
  constraint custom_profile_fields__name unique (tenant_id, name)
);
create trigger changed after insert or update or delete on custom_profile_fields
  for each row execute function notify_tenant_changed();
select guard_tenant_table('custom_profile_fields');

create table account_centers (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null default 'default',
  enabled boolean not null default false,
  fields jsonb not null default '{}',
  webauthn_related_origins jsonb not null default '[]',
  primary key (tenant_id, id)
);
create trigger changed after insert or update or delete on account_centers
  for each row execute function notify_tenant_changed();
select guard_tenant_table('account_centers');

create table captcha_providers (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(128) not null,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint captcha_providers__one unique (tenant_id)
);
create trigger touch before update on captcha_providers for each row execute function touch_updated_at();
create trigger changed after insert or update or delete on captcha_providers
  for each row execute function notify_tenant_changed();
select guard_tenant_table('captcha_providers');

-- Who owns which identity at another provider, kept by a trigger from users.identities: found by key, owned by one.
create table user_identities (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  target varchar(128) not null,
  identity_id varchar(256) not null,
  user_id varchar(12) not null,
  constraint user_identities_pkey primary key (tenant_id, target, identity_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index user_identities__user on user_identities (tenant_id, user_id);
select guard_tenant_table('user_identities');

create function keep_user_identities() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from user_identities where tenant_id = new.tenant_id and user_id = new.id;
  end if;
  insert into user_identities (tenant_id, target, identity_id, user_id)
    select new.tenant_id, target, identity ->> 'userId', new.id
    from jsonb_each(new.identities) as given (target, identity) where identity ->> 'userId' is not null;
  return null;
end $$;
create trigger identities_given after insert on users for each row
  when (new.identities <> '{}') execute function keep_user_identities();
create trigger identities_changed after update of identities on users for each row
  when (new.identities is distinct from old.identities) execute function keep_user_identities();

-- Sessions and sign-ins that prove an address: an address counts as verified once its owner has shown a code or link.
alter table users add column email_verified_at timestamptz;
alter table users add column phone_verified_at timestamptz;
