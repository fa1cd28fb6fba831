-- The application requires that the user signs in again (ForceAuthn). Older requests did not say so.
alter table saml_application_sessions add column is_forced boolean not null default false;
