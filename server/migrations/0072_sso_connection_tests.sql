-- Tests of connections to identity providers of companies. The secrets are stored as digests only.
create table sso_connection_tests (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  connector_id varchar(128) not null,
  -- Who may read the result.
  starter_digest varchar(64) not null,
  -- The address of the window. It works once.
  open_digest varchar(64) not null,
  -- Set when the window was opened: the state of the request, and the cookie of the browser.
  state_digest varchar(64),
  cookie_digest varchar(64),
  -- The request to the provider; removed when it is answered.
  session jsonb,
  -- The response of a SAML provider, until the browser of the test comes for it.
  response text,
  result jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index sso_connection_tests__open on sso_connection_tests (tenant_id, open_digest);
create unique index sso_connection_tests__state on sso_connection_tests (tenant_id, state_digest);
create index sso_connection_tests__starter
  on sso_connection_tests (tenant_id, connector_id, starter_digest, created_at desc);
create index sso_connection_tests__created on sso_connection_tests (created_at);
select guard_tenant_table('sso_connection_tests');
