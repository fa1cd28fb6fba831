-- SHA-256 of the secrets in the links of an invitation, one per message, the newest last.
alter table organization_invitations add column link_hashes text[] not null default '{}';
