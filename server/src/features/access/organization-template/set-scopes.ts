import type { RoleType } from '@postern/contracts/access/roles';
import { isManagementApiIn } from '#features/access/resources';
import type { Db } from '#platform/db/db';
import { lockOwner, relationMissing, requireRows } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import {
  deleteOtherRoleScopes,
  insertOrganizationRoleScopes,
  listRoleResources,
  listScopeResources,
  type ScopeKind,
} from './role-scopes.store.ts';
import { findOrganizationRole } from './roles.store.ts';

const tables = { organization: 'organization_scopes', resource: 'scopes' } as const;

/** As for roles of the tenant, only machines can have the management API. */
function refuseManagementApi(tenantId: string, type: RoleType, indicators: string[]): void {
  if (type === 'User' && indicators.some((indicator) => isManagementApiIn(tenantId, indicator))) {
    throw new AppError('role.management_api_scopes_not_assignable_to_user_role');
  }
}

/** A role for machines that has the management API cannot become a role for users. */
export async function refuseTypeForScopes(db: Db, tenantId: string, roleId: string, type: RoleType): Promise<void> {
  refuseManagementApi(tenantId, type, await listRoleResources(db, roleId));
}

type Target = { tenantId: string; roleId: string; kind: ScopeKind; ids: string[] };

/** The lock keeps the type of the role until the transaction ends. */
async function requireScopes(db: Db, { tenantId, roleId, kind, ids }: Target): Promise<void> {
  await lockOwner(db, 'organization_roles', roleId);
  const role = await findOrganizationRole(db, roleId);
  if (!role) {
    throw relationMissing();
  }
  await requireRows(db, tables[kind], ids);
  if (kind === 'resource') {
    refuseManagementApi(tenantId, role.type, await listScopeResources(db, ids));
  }
}

/** Returns whether anything changed. */
export async function addScopesToRole(db: Db, target: Target): Promise<boolean> {
  await requireScopes(db, target);
  return insertOrganizationRoleScopes(db, target.kind, target.roleId, target.ids);
}

/** Returns whether anything changed. */
export async function replaceScopesOfRole(db: Db, target: Target): Promise<boolean> {
  const { kind, roleId, ids } = target;
  await requireScopes(db, target);
  const removed = await deleteOtherRoleScopes(db, kind, roleId, ids);
  const added = await insertOrganizationRoleScopes(db, kind, roleId, ids);
  return removed || added;
}
