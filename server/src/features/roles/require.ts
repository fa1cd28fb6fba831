import type { Role } from '@postern/contracts/roles';
import { internalRolePrefix } from '@postern/contracts/wire';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { findRole } from './store.ts';

export const missing = (name: string, id: string) =>
  new AppError('entity.not_exists_with_id', { values: { name, id } });

/** Internal roles are the product's own: no call may make, change or give one. */
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
