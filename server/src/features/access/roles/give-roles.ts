import { adminTenantId } from '@postern/contracts/wire';
import type { Config } from '#platform/config/config';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { type Assignment, deleteForMany, insertDefaultRoles, insertForMany } from './assignments.store.ts';
import { insertRoleScopes } from './scopes.store.ts';
import { insertRole, type NewRole } from './store.ts';

/** Roles that the operator assigns to all users, except those of the admin tenant. */
export const defaultRoleNamesOf = (config: Config, tenantId: string): readonly string[] =>
  tenantId === adminTenantId ? [] : config.userDefaultRoleNames;

/** Assigns the roles of new users. Fails for an unknown name, so that no permissions are lost silently. */
export async function giveDefaultRoles(db: Db, userIds: readonly string[], names: readonly string[]): Promise<void> {
  const given = await insertDefaultRoles(db, userIds, names);
  const lacking = names.filter((name) => !given.includes(name));
  if (lacking.length > 0) {
    throw new AppError('role.default_role_missing', {
      details: `There is no role for users of the name ${lacking.join(', ')}.`,
    });
  }
}

/** Emits one event per user whose roles changed. Returns the number of users. */
async function emitRoleChanges(db: Db, changes: Assignment[], word: 'added' | 'removed'): Promise<number> {
  const byUser = Map.groupBy(changes, ({ userId }) => userId);
  const events = [...byUser].map(([subjectId, roles]) => {
    const data = { [word]: roles.map(({ roleId }) => roleId) };
    return { name: 'User.Roles.Updated', subjectId, data } as const;
  });
  await emit(db, ...events);
  return events.length;
}

export async function giveRolesToMany(db: Db, userIds: string[], roleIds: string[]): Promise<number> {
  return emitRoleChanges(db, await insertForMany(db, userIds, roleIds), 'added');
}

export async function takeRolesFromMany(db: Db, userIds: string[], roleIds: string[]): Promise<number> {
  return emitRoleChanges(db, await deleteForMany(db, userIds, roleIds), 'removed');
}

/** A role of a new tenant. Internal roles are created only here. */
export async function seedRole(db: Db, { scopeIds, ...role }: NewRole & { scopeIds: string[] }): Promise<void> {
  await insertRole(db, role);
  await insertRoleScopes(db, role.id, scopeIds);
}
