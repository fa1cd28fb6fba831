import { adminTenantId } from '@postern/contracts/wire';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { insertDefaultRoles } from './assignments.store.ts';

/** Roles that the operator assigns to all users, except those of the admin tenant. */
export const defaultRoleNamesOf = (config: Config, tenantId: string): readonly string[] =>
  tenantId === adminTenantId ? [] : config.userDefaultRoleNames;

/** Assigns the roles of a new user. Fails for an unknown name, so that no permissions are lost silently. */
export async function giveDefaultRoles(db: Db, userId: string, names: readonly string[]): Promise<void> {
  const given = await insertDefaultRoles(db, userId, names);
  const lacking = names.filter((name) => !given.includes(name));
  if (lacking.length > 0) {
    throw new AppError('role.default_role_missing', {
      details: `There is no role for users of the name ${lacking.join(', ')}.`,
    });
  }
}
