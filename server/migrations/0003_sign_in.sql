-- What people sign in with and how it looks: connectors, messages, codes, one-time tokens, phrases, profile fields,
-- account center, captcha, and who owns which identity elsewhere.

create table connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(128) not null,
  connector_id varchar(128) not null,
  type varchar(16) not null check (type in ('Email', 'Sms', 'Social')),
  -- What its factory and its metadata make of it, kept so that the database can hold them apart.
  target varchar(128) not null,
  platform varchar(16),
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  config jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index connectors__one_sender on connectors (tenant_id, type) where type <> 'Social';
create unique index connectors__target on connectors (tenant_id, target, platform) nulls not distinct where type = 'Social';
create trigger changed after insert or update or delete on connectors for each row execute function notify_tenant_changed();
select guard_tenant_table('connectors');

-- A button for a provider that is gone leads nowhere.
create function drop_social_target() returns trigger language plpgsql as $$
begin
  update sign_in_experiences set social_sign_in_connector_targets = social_sign_in_connector_targets - old.target
    where tenant_id = old.tenant_id and social_sign_in_connector_targets ? old.target
      and not exists (select from connectors c
        where c.tenant_id = old.tenant_id and c.type = 'Social' and c.target = old.target);
  return null;
end $$;
create trigger target_dropped after delete on connectors for each row
  when (old.type = 'Social') execute function drop_social_target();

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
  content_type varchar(16) not null default 'text/plain',
  code varchar(64),
  link text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index mailbox_messages__newest on mailbox_messages (tenant_id, created_at desc, id);
select guard_tenant_table('mailbox_messages');

-- How many messages went to a recipient, for an address of the network and for the whole tenant, and when one was last
-- sent to a recipient for the same purpose. Subjects are digests.
create table message_counters (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  subject varchar(80) not null,
  window_start timestamptz not null default now(),
  count int not null default 1,
  primary key (tenant_id, subject)
);
create index message_counters__age on message_counters using brin (window_start);
select guard_tenant_table('message_counters');

-- Counts a message within its hour; answers how many it makes.
create function count_message(counted varchar) returns int language sql as $$
  insert into message_counters as c (subject) values (counted)
    on conflict (tenant_id, subject) do update set
      count = case when c.window_start < now() - interval '1 hour' then 1 else c.count + 1 end,
      window_start = case when c.window_start < now() - interval '1 hour' then now() else c.window_start end
    returning count
$$;

-- Takes the place of one message, before it is sent, so that parallel requests cannot share one. Answers `sent`, or why
-- not: `repeated` for a double click, or whose cap is reached. A null subject is not counted. One round trip.
create function reserve_message(purpose varchar, recipient varchar, address varchar, whole varchar,
  max_recipient int, max_address int, max_whole int) returns varchar language plpgsql as $$
begin
  if purpose is not null then
    insert into message_counters as c (subject) values (purpose)
      on conflict (tenant_id, subject) do update set window_start = now()
        where c.window_start < now() - interval '2 seconds';
    if not found then
      return 'repeated';
    end if;
  end if;
  if recipient is not null and count_message(recipient) > max_recipient then
    return 'recipient';
  end if;
  if address is not null and count_message(address) > max_address then
    return 'address';
  end if;
  if whole is not null and count_message(whole) > max_whole then
    return 'tenant';
  end if;
  return 'sent';
end $$;

-- Codes are kept as digests: a copy of the table verifies nothing.
create table passcodes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- Whose sign-in it was made for, as a digest; a code for one is worth nothing in another.
  owner varchar(64) not null,
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
create index passcodes__verification on passcodes (tenant_id, verification_id);
create index passcodes__owner on passcodes (tenant_id, owner);
create index passcodes__expiry on passcodes (expires_at);
select guard_tenant_table('passcodes');

-- Makes a code the only one of its owner, kind of address and purpose that can still be used. The same order within a few
-- seconds, such as a double click, gets the verification of the first one: then no second message is due.
create function issue_passcode(new_id varchar, new_owner varchar, new_verification varchar, kind varchar, address varchar,
  purpose varchar, digest varchar, minutes float8, quiet_seconds float8) returns varchar language plpgsql as $$
declare
  known varchar;
begin
  perform pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || new_owner, 0));
  select verification_id into known from passcodes
    where owner = new_owner and identifier_type = kind and identifier = address and template_type = purpose
      and consumed_at is null and created_at > now() - quiet_seconds * interval '1 second';
  if known is not null then
    return known;
  end if;
  delete from passcodes
    where owner = new_owner and identifier_type = kind and template_type = purpose and consumed_at is null;
  insert into passcodes (id, owner, verification_id, identifier_type, identifier, template_type, code_digest, expires_at)
    values (new_id, new_owner, new_verification, kind, address, purpose, digest, now() + minutes * interval '1 minute');
  return new_verification;
end $$;

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

-- When the owner of an address showed that it is theirs, or somebody vouched for it; null: only a provider claims so.
-- Administrators vouch for what they write, and wrote all that stands there today: hence the default.
alter table users add column email_verified_at timestamptz default now();
alter table users add column phone_verified_at timestamptz default now();
