import type { Db } from '#platform/db';
import { insertRoleScopes } from './scopes.store.ts';
import { insertRole, type NewRole } from './store.ts';

/** A role that a tenant starts with; internal ones come into being only here. */
export async function seedRole(db: Db, { scopeIds, ...role }: NewRole & { scopeIds: string[] }): Promise<void> {
  await insertRole(db, role);
  await insertRoleScopes(db, role.id, scopeIds);
}
