-- Whether an address that a provider has verified counts as proven here. Off for every provider whose flag for verified
-- addresses is not documented, and for generic OAuth and OpenID Connect, where anybody may run the provider.
alter table connectors add column trust_addresses boolean not null default false;
-- As the role that sees every tenant: row-level security also binds the owner of the table.
set local role postern_system;
update connectors set trust_addresses = true
  where connector_id in ('google-universal', 'github-universal', 'discord-universal', 'apple-universal');
reset role;
