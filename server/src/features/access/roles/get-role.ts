import type { Role } from '@postern/contracts/access/roles';
import { internalRolePrefix } from '@postern/contracts/wire';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { findRole, listRolesById } from './store.ts';

export const missing = (name: string, id: string) =>
  new AppError('entity.not_exists_with_id', { values: { name, id } });

/** Internal roles belong to the product: no call may create, change or assign one. */
export function refuseInternal(name: string | undefined): void {
  if (name?.startsWith(internalRolePrefix)) {
    throw new AppError('role.internal_role_violation');
  }
}

export async function getRole(db: Db, id: string): Promise<Role> {
  const role = await findRole(db, id);
  if (!role) {
    throw missing('Role', id);
  }
  return role;
}

export async function getChangeableRole(db: Db, id: string): Promise<Role> {
  const role = await getRole(db, id);
  refuseInternal(role.name);
  return role;
}

/** Checks that the roles exist, are for users and are not internal. */
export async function requireUserRoles(db: Db, roleIds: string[]): Promise<void> {
  const roles = await listRolesById(db, roleIds);
  if (roles.length < new Set(roleIds).size) {
    throw new AppError('entity.not_found');
  }
  for (const { name, type } of roles) {
    refuseInternal(name);
    if (type !== 'User') {
      throw new AppError('user.invalid_role_type');
    }
  }
}
