import type { User } from '@postern/contracts/users';
import { defaultRoleNamesOf, giveDefaultRoles } from '#features/roles';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db';
import { insertUser, type NewUser } from './store.ts';

/** A new user with the default roles: both or neither. */
export async function createUser(db: Db, config: Config, tenantId: string, user: NewUser): Promise<User> {
  const created = await insertUser(db, user);
  await giveDefaultRoles(db, created.id, defaultRoleNamesOf(config, tenantId));
  return created;
}
