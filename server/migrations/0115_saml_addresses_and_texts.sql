-- Further addresses of a SAML application, and attributes with a text of the administrator.
alter table saml_application_configs
  add column additional_acs_urls jsonb not null default '[]',
  add column additional_attributes jsonb not null default '[]';
-- The address that a request names; null for the first one of the settings.
alter table saml_application_sessions add column acs_url text;
