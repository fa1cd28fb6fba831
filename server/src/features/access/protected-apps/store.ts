import type { Statement } from '#platform/tenancy/tenancy';

/** $1 host. */
export const findByHost: Statement = {
  name: 'protected_app_by_host',
  text: `select id, name, protected_app_metadata as metadata, app_level_access_control_enabled as "isLimited" from applications
    where type = 'Protected' and protected_app_metadata ->> 'host' = $1`,
};

/** $1 application ID. */
export const findById: Statement = {
  name: 'protected_app_by_id',
  text: `select id, name, protected_app_metadata as metadata, app_level_access_control_enabled as "isLimited" from applications where type = 'Protected' and id = $1`,
};

/** $1 user, $2 roles, $3 organizations. An empty list allows everyone. */
export const findAccess: Statement = {
  name: 'protected_app_access',
  text: `select (cardinality($2::text[]) = 0
      or exists (select from users_roles where user_id = $1 and role_id = any($2::text[])))
    and (cardinality($3::text[]) = 0
      or exists (select from organization_users where user_id = $1 and organization_id = any($3::text[]))) as "isAllowed"`,
};
