-- A single logout that visits the other SAML applications of a session, one after the other.
create table saml_application_logouts (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  -- Also the relay state of the requests to the other applications.
  id varchar(32) not null,
  -- The application that asked for the logout, and what its response needs.
  application_id varchar(21) not null,
  saml_request_id varchar(128) not null,
  relay_state varchar(2048),
  -- Applications that are not visited yet: application ID, name ID and session index.
  remaining jsonb not null,
  -- The application that is visited now, and the ID of the request to it.
  current_application_id varchar(21) not null,
  current_request_id varchar(64) not null,
  -- Whether an application did not confirm.
  is_partial boolean not null default false,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references saml_application_configs (tenant_id, application_id) on delete cascade
);
create index saml_application_logouts__expires_at on saml_application_logouts (expires_at);
create index saml_application_logouts__application on saml_application_logouts (tenant_id, application_id);
select guard_tenant_table('saml_application_logouts');
create index saml_application_sessions__session on saml_application_sessions (tenant_id, session_uid)
  where session_uid is not null;

-- The smallest number of days before its end for which the audit log has a warning.
alter table saml_application_secrets add column warned_days int;
create index saml_application_secrets__expires_at on saml_application_secrets (expires_at) where active;
