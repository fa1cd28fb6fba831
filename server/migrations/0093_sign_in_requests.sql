-- Requests of applications to approve a sign-in elsewhere (CIBA), until they expire.
create table sign_in_requests (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- The digest of the request ID, which is its key in oidc_models.
  request_digest varchar(64) not null,
  -- Null: the application named no existing user, and must not learn that.
  user_id varchar(12),
  application_id varchar(21) not null,
  binding_message varchar(128),
  -- Sealed: what is sent to the application after the answer.
  notification text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create index sign_in_requests__user on sign_in_requests (tenant_id, user_id, created_at);
create index sign_in_requests__application on sign_in_requests (tenant_id, application_id);
create index sign_in_requests__expiry on sign_in_requests (expires_at);
select guard_tenant_table('sign_in_requests');
