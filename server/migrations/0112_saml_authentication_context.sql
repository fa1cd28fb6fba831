-- The class of authentication that the application requested; the response names it. Null for the usual one.
alter table saml_application_sessions add column authn_context varchar(128);
