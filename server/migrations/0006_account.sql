-- Proofs that somebody made to change their own account. They count for ten minutes and for their maker alone.
create table verification_records (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index verification_records__user on verification_records (tenant_id, user_id, created_at);
create index verification_records__expiry on verification_records (expires_at);
select guard_tenant_table('verification_records');
