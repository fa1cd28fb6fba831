-- The session at an identity provider from which a session here began. Single logout needs it in both directions.
create table sso_sessions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  -- The `uid` of the session in oidc_models.
  session_uid varchar(64) not null,
  connector_id varchar(128) not null,
  user_id varchar(12) not null,
  -- `sub` of the ID token, or the NameID of the assertion.
  subject varchar(512) not null,
  -- `sid` of the ID token, or the SessionIndex of the assertion.
  sid varchar(512),
  -- Format and qualifiers of the NameID, which a logout request repeats.
  name_id jsonb,
  -- Sealed. Only if the user is also signed out at the provider.
  id_token text,
  signs_out boolean not null default false,
  -- While the browser is at the provider: the session here has ended, and the browser goes on to `return_uri`. The
  -- digest is that of the secret that the browser has. The request ID is set when the browser has left.
  logout_digest varchar(64),
  logout_request_id varchar(64),
  return_uri text,
  -- When to check whether the session still exists; when a logout is given up.
  expires_at timestamptz not null,
  primary key (tenant_id, session_uid),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sso_sessions__subject on sso_sessions (tenant_id, connector_id, subject);
create index sso_sessions__sid on sso_sessions (tenant_id, connector_id, sid) where sid is not null;
create index sso_sessions__user on sso_sessions (tenant_id, user_id);
create unique index sso_sessions__logout on sso_sessions (tenant_id, logout_digest) where logout_digest is not null;
create index sso_sessions__expires_at on sso_sessions (expires_at);
select guard_tenant_table('sso_sessions');
