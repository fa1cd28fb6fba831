-- The secret from which a tenant's pairwise subjects are derived (OpenID Connect Core §8.1). It is created when an
-- application first needs it and is never rotated.
alter table oidc_keys drop constraint oidc_keys_kind_check;
alter table oidc_keys add constraint oidc_keys_kind_check check (kind in ('private', 'cookie', 'subject')) not valid;
alter table oidc_keys validate constraint oidc_keys_kind_check;
