import type { RoleType } from '@postern/contracts/access/roles';
import { isManagementApiIn } from '#features/access/resources';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { insertRoleScopes, listScopeIndicators } from './scopes.store.ts';

type Addition = {
  tenantId: string;
  role: { id: string; type: RoleType };
  scopeIds: string[];
  /** The error for a scope that does not exist; it differs between creating and changing a role. */
  missing: (scopeId: string) => AppError;
};

/** Adds scopes to a role. Only roles for machines can have the management API. */
export async function addScopes(db: Db, { tenantId, role, scopeIds, missing }: Addition): Promise<void> {
  const known = new Map((await listScopeIndicators(db, scopeIds)).map(({ id, indicator }) => [id, indicator]));
  for (const id of scopeIds) {
    const indicator = known.get(id);
    if (indicator === undefined) {
      throw missing(id);
    }
    if (role.type === 'User' && isManagementApiIn(tenantId, indicator)) {
      throw new AppError('role.management_api_scopes_not_assignable_to_user_role');
    }
  }
  const added = await insertRoleScopes(db, role.id, scopeIds);
  const scopeId = scopeIds.find((id, index) => !added.includes(id) || scopeIds.indexOf(id) !== index);
  if (scopeId !== undefined) {
    throw new AppError('role.scope_exists', { values: { scopeId } });
  }
}
