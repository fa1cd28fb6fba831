import type { User } from '@postern/contracts/people/users';
import { defaultRoleNamesOf, giveDefaultRoles } from '#features/access/roles';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db';
import { insertUser, type NewUser } from './store.ts';

type Create = (db: Db, config: Config, tenantId: string, user: NewUser) => Promise<User>;

export const createUserWithoutRoles: Create = (db, _config, _tenantId, user) => insertUser(db, user);

/** Creates a user with the default roles. */
export const createUser: Create = async (db, config, tenantId, user) => {
  const created = await insertUser(db, user);
  await giveDefaultRoles(db, created.id, defaultRoleNamesOf(config, tenantId));
  return created;
};
