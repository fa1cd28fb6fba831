-- Streams of the audit log to other systems. Each has its place in the hash chain of the tenant, whose numbers follow
-- the order of the commits, so that no entry is missed.
create table log_streams (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  type varchar(16) not null,
  -- Without secrets.
  config jsonb not null,
  -- JSON, sealed by the vault; null without secrets.
  secrets text,
  enabled boolean not null default true,
  -- Number of the last entry that the receiver has accepted.
  sent_seq bigint not null,
  sent_at timestamptz,
  -- Entries that retention deleted before they were sent.
  missed bigint not null default 0,
  -- Failed requests since the last success.
  attempts int not null default 0,
  failing_since timestamptz,
  last_status int,
  last_error text,
  -- Nothing is sent before: after a failure, or to collect entries for one object.
  next_at timestamptz,
  -- Set while a node sends. An expired claim means that the node has stopped.
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 50);
select guard_tenant_table('log_streams');
