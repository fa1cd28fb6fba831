import { adminTenantId } from '@postern/contracts/wire';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { insertDefaultRoles } from './assignments.store.ts';

/** Roles that the operator gives to everybody. The people of the console are no business of that setting. */
export const defaultRoleNamesOf = (config: Config, tenantId: string): readonly string[] =>
  tenantId === adminTenantId ? [] : config.userDefaultRoleNames;

/** What every new user starts with. A name that the tenant does not know is an error, not a silent loss of rights. */
export async function giveDefaultRoles(db: Db, userId: string, names: readonly string[]): Promise<void> {
  const given = await insertDefaultRoles(db, userId, names);
  const lacking = names.filter((name) => !given.includes(name));
  if (lacking.length > 0) {
    throw new AppError('role.default_role_missing', {
      details: `There is no role for users of the name ${lacking.join(', ')}.`,
    });
  }
}
