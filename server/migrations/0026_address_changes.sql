-- People who change their email address or phone number get a link at the old one that takes the change back. Tokens are
-- kept as digests. Rows stay for a while after they ended, so that the page can say why a link does not work any more.
create table address_changes (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  identifier_type varchar(16) not null check (identifier_type in ('email', 'phone')),
  -- Null: there was none before.
  old_identifier varchar(128),
  was_verified boolean not null,
  -- Accounts at providers that were linked at that time: target → id there.
  identities jsonb not null,
  token_digest varchar(64) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint address_changes__token unique (tenant_id, token_digest),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index address_changes__user on address_changes (tenant_id, user_id, created_at);
create index address_changes__expiry on address_changes (expires_at);
select guard_tenant_table('address_changes');
