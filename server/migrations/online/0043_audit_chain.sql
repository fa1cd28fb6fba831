-- Online: chains of existing tenants are created in a second transaction, which does not lock the log.
-- A hash chain over the audit log of each tenant, so that a removed, changed or inserted entry is found.

-- Null for entries of earlier releases. The hash is over the content and the hash of the previous entry.
alter table logs add column seq bigint, add column hash varchar(64);
create index logs__seq on only logs (tenant_id, seq) where seq is not null;

-- The end of each chain, and its anchor: the last entry that retention has removed. Writers of a tenant lock its row,
-- so entries are numbered in the order of their commits.
create table log_chains (
  tenant_id varchar(21) primary key default current_setting('app.tenant_id'),
  seq bigint not null default 0,
  hash varchar(64) not null default repeat('0', 64),
  -- A code over the row with the key of the installation, which is not in the database; null without a key.
  seal varchar(64),
  anchor_seq bigint not null default 0,
  anchor_hash varchar(64) not null default repeat('0', 64),
  anchor_seal varchar(64),
  -- Entries that are newer than this must be in the chain.
  protected_from timestamptz not null default now()
) with (fillfactor = 50);
select guard_tenant_table('log_chains');

-- All columns of an entry. Times are microseconds, so that the time zone of the session does not matter.
create function log_digest(tenant_id text, seq bigint, id text, key text, payload jsonb, created_at timestamptz,
  user_id text, application_id text, organization_id text, timeline text) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(tenant_id, seq, id, key, payload,
      (extract(epoch from created_at) * 1000000)::bigint, user_id, application_id, organization_id, timeline)::text,
      'UTF8')), 'hex')
  $$;

create function extend_log_chain(hash text, head text, digest text) returns text language sql immutable as $$
  select encode(sha256(convert_to(coalesce(hash, head) || digest, 'UTF8')), 'hex')
$$;
-- As a window function: the hash of each row, continued from the given head.
create aggregate log_chain(head text, digest text) (sfunc = extend_log_chain, stype = text);

-- next transaction
-- While the nodes are upgraded, one of the previous release may still write entries without a chain.
set local role postern_system;
insert into log_chains (tenant_id, protected_from)
  select t.id, now() + interval '1 hour' from tenants t where exists (select from logs l where l.tenant_id = t.id);
reset role;
