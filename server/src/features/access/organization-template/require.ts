import type { RoleType } from '@postern/contracts/access/roles';
import type { Db } from '#platform/db/db';
import { relationMissing } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { findRoleIdsByName, shareRoles } from './roles.store.ts';

/** Throws unless all roles exist and have this type. Keeps both so until the transaction ends. */
export async function requireOrganizationRoles(db: Db, ids: readonly string[], type: RoleType): Promise<void> {
  const found = await shareRoles(db, ids);
  if (found.length < new Set(ids).size) {
    throw relationMissing();
  }
  if (found.some((role) => role.type !== type)) {
    throw new AppError('entity.db_constraint_violated');
  }
}

type GivenRoles = { organizationRoleIds?: string[] | undefined; organizationRoleNames?: string[] | undefined };

/** The ids of roles that are given by id, by name, or both. */
export async function roleIdsOf(db: Db, { organizationRoleIds = [], organizationRoleNames = [] }: GivenRoles) {
  const byName = await findRoleIdsByName(db, organizationRoleNames);
  const unknown = [...new Set(organizationRoleNames)].filter((name) => !byName.has(name));
  if (unknown.length > 0) {
    throw new AppError('organization.role_names_not_found', {
      values: { names: unknown.join(', ') },
      data: { names: unknown },
    });
  }
  return [...new Set([...organizationRoleIds, ...byName.values()])];
}
