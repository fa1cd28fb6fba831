-- The planner took these indexes instead of the primary keys to find one row, and then read all members of the
-- organization or all users of the directory. As partial indexes they serve only queries that repeat the condition: lists in the order of joining.
drop index organization_users__joined;
create index organization_users__joined on organization_users (tenant_id, organization_id, created_at, user_id)
  where created_at > '-infinity';
drop index organization_applications__joined;
create index organization_applications__joined
  on organization_applications (tenant_id, organization_id, created_at, application_id)
  where created_at > '-infinity';
drop index directory_users__order;
create index directory_users__order on directory_users (tenant_id, connector_id, created_at, user_id)
  where created_at > '-infinity';
