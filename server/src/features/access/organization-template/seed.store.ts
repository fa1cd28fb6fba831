import type { Db } from '#platform/db/db';

/** The roles and permissions of a new tenant's organizations. Ids are the names, with `-` instead of `:`. */
export async function seedOrganizationTemplate(
  db: Db,
  roles: Record<string, readonly string[]>,
  scopes: readonly string[],
): Promise<void> {
  const idOf = (scope: string) => scope.replaceAll(':', '-');
  await db
    .insertInto('organization_scopes')
    .values(scopes.map((name) => ({ id: idOf(name), name })))
    .execute();
  for (const [name, granted] of Object.entries(roles)) {
    await db.insertInto('organization_roles').values({ id: name, name }).execute();
    await db
      .insertInto('organization_roles_scopes')
      .values(granted.map((scope) => ({ organization_role_id: name, organization_scope_id: idOf(scope) })))
      .execute();
  }
}
