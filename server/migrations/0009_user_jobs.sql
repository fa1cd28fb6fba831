-- Work on many users that goes on in the background: imports, and changes to a selection. One batch is one transaction
-- that also moves the cursor, so whoever takes over after a crash repeats nothing and leaves nothing out.
create table user_jobs (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  kind varchar(32) not null,
  state varchar(16) not null default 'queued',
  -- Unknown until somebody has counted.
  total int,
  done int not null default 0,
  failed int not null default 0,
  -- How many were created, updated, skipped and so on; the kind names them.
  counts jsonb not null default '{}',
  cursor jsonb not null default '{}',
  -- What the caller asked for, and may see again.
  input jsonb not null default '{}',
  -- What the kind needs and nobody sees; emptied when the job ends.
  secrets text,
  is_cancel_wanted boolean not null default false,
  -- Which worker has it, and until when the others keep away.
  lease varchar(21),
  leased_until timestamptz not null default now(),
  attempts int not null default 0,
  error jsonb,
  created_by varchar(64) not null,
  -- Who did it and from where, for the events that the work gives rise to.
  actor jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint user_jobs__state check (state in ('queued', 'running', 'succeeded', 'failed', 'canceled'))
);
create index user_jobs__newest on user_jobs (tenant_id, created_at desc, id);
create index user_jobs__open on user_jobs (leased_until) where state in ('queued', 'running');
create index user_jobs__oldest on user_jobs (created_at);
select guard_tenant_table('user_jobs');

-- What a job has to say about single lines: errors, and warnings about lines that went through.
create table user_job_findings (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  job_id varchar(21) not null,
  line int not null,
  position int not null,
  level varchar(8) not null,
  code varchar(64) not null,
  field varchar(128),
  -- Who it is about, as the line names them.
  subject varchar(256),
  details varchar(1024),
  -- What fills the gaps of the message.
  gaps jsonb not null default '{}',
  primary key (tenant_id, job_id, line, position),
  foreign key (tenant_id, job_id) references user_jobs (tenant_id, id) on delete cascade,
  constraint user_job_findings__level check (level in ('error', 'warning'))
);
select guard_tenant_table('user_job_findings');

-- Identifiers that a job has met, as hashes: the same one twice in a file is found however far apart the lines are.
-- No references: each would cost a look per row, and there are many. The sweep removes what no running job needs.
create table user_job_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant_id'),
  job_id varchar(21) not null,
  key uuid not null,
  line int not null,
  primary key (tenant_id, job_id, key)
);
select guard_tenant_table('user_job_keys');

-- Files to import, cut into records and kept in the storage until nobody needs them.
create table user_import_files (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null,
  bytes bigint not null,
  records int not null,
  -- Objects in the storage that hold the records.
  parts int not null,
  -- Format, encoding, columns and examples, as the upload found them.
  analysis jsonb not null,
  created_by varchar(64) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index user_import_files__oldest on user_import_files (created_at);
select guard_tenant_table('user_import_files');

-- Plans that were made while a table was empty look at every row of it once it is full: an import tells the planner as it
-- goes. Only the owner of a table may, and this function runs as the owner.
create function refresh_user_statistics() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze users, users_roles, user_job_keys;
end $$;
revoke execute on function refresh_user_statistics() from public;
grant execute on function refresh_user_statistics() to postern_system;
