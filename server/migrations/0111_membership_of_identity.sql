-- The account at an identity provider through which a user joined an organization. The membership ends with it.
alter table organization_users add column sso_identity_id varchar(21);
alter table organization_users add constraint organization_users__sso_identity
  foreign key (tenant_id, sso_identity_id) references user_sso_identities (tenant_id, id) on delete cascade not valid;

-- next transaction
alter table organization_users validate constraint organization_users__sso_identity;
create index organization_users__sso_identity on organization_users (tenant_id, sso_identity_id)
  where sso_identity_id is not null;
