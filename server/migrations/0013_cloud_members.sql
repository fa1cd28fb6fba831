-- Members and invitations of tenants, and tenants that are being erased.

-- Lists of members by the day they came, of invitations newest first, and of the invitations to an address. Addresses
-- are stored in small letters: an expression would find no index under row-level security.
create index organization_users__joined on organization_users (tenant_id, organization_id, created_at, user_id);
create index organization_invitations__newest
  on organization_invitations (tenant_id, organization_id, created_at desc, id);
create index organization_invitations__address on organization_invitations (tenant_id, invitee);
create index organization_invitations__expiry on organization_invitations (expires_at) where status = 'Pending';

-- Messages to the invited go out in the background, and are tried again when a provider stumbles.
alter table organization_invitations
  add column mail_due_at timestamptz,
  add column mail_attempts int not null default 0,
  -- Language of the message, and the network address of whoever asked for it.
  add column mail_context jsonb not null default '{}',
  add column resent_at timestamptz;
create index organization_invitations__mail on organization_invitations (mail_due_at) where mail_due_at is not null;

-- A deleted tenant is out of reach at once; its row stays until everything that refers to it is erased.
alter table tenants add column deleted_at timestamptz;

-- How far the erasing of deleted tenants is. Not a table of the tenant: it outlives the tenant.
create table tenant_deletions (
  id varchar(21) primary key,
  name varchar(128) not null,
  requested_by varchar(64) not null,
  requested_at timestamptz not null default now(),
  -- Unknown until somebody has counted.
  rows_total bigint,
  rows_erased bigint not null default 0,
  files_erased bigint not null default 0,
  -- The table whose turn it is; null before the first and after the last one.
  position varchar(64),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  finished_at timestamptz
);
create index tenant_deletions__due on tenant_deletions (due_at) where finished_at is null;
grant select, insert, update, delete on tenant_deletions to postern_system;
