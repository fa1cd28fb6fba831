-- Release 0.1.0 finds expired rows by this index.
-- outside of a transaction
create index concurrently if not exists oidc_models__expiry on oidc_models using brin (expires_at);

-- up again
drop index oidc_models__expiry;
