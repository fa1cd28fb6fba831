import type { Db } from '#platform/db';
import { insertRoleScopes } from './scopes.store.ts';
import { insertRole, type NewRole } from './store.ts';

/** A role of a new tenant. Internal roles are created only here. */
export async function seedRole(db: Db, { scopeIds, ...role }: NewRole & { scopeIds: string[] }): Promise<void> {
  await insertRole(db, role);
  await insertRoleScopes(db, role.id, scopeIds);
}
