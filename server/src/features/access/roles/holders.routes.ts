import { type Role, type RoleType, rolesApi } from '@postern/contracts/access/roles';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import {
  deleteAssignment,
  insertHolders,
  listApplicationTypes,
  listUserIds,
  lockHolders,
} from './assignments.store.ts';
import { getChangeableRole, missing } from './get-role.ts';

function requireType(role: Role, type: RoleType): void {
  if (role.type !== type) {
    const details = `This role is of the type ${role.type}.`;
    throw new AppError('entity.db_constraint_violated', { details });
  }
}

function requireKnown(name: string, ids: string[], known: string[]): void {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw missing(name, unknown);
  }
}

/** The first id that already has the role, or that is given twice. */
const findRepeated = (ids: string[], added: string[]) =>
  ids.find((id, index) => !added.includes(id) || ids.indexOf(id) !== index);

/** Assigning a role, on the role's endpoints. The lists are in `users` and `applications`. */
export function holderRoutes(scope: Scope): void {
  route(scope, rolesApi.assignUsers, async ({ db, params: { id }, body: { userIds } }) => {
    requireType(await getChangeableRole(db, id), 'User');
    requireKnown('User', userIds, await listUserIds(db, userIds));
    await lockHolders(db, 'user', userIds);
    const userId = findRepeated(userIds, await insertHolders(db, 'user', userIds, id));
    if (userId !== undefined) {
      throw new AppError('role.user_exists', { values: { userId } });
    }
    const data = { added: [id] };
    await emit(db, ...userIds.map((subjectId) => ({ name: 'User.Roles.Updated' as const, subjectId, data })));
  });

  route(scope, rolesApi.removeUser, async ({ db, params: { id, userId } }) => {
    await getChangeableRole(db, id);
    if (!(await deleteAssignment(db, { kind: 'user', id: userId }, id))) {
      throw missing('User', userId);
    }
    await emit(db, { name: 'User.Roles.Updated', subjectId: userId, data: { removed: [id] } });
  });

  route(scope, rolesApi.assignApplications, {
    changesSettings: true,
    handle: async ({ db, params: { id }, body: { applicationIds } }) => {
      requireType(await getChangeableRole(db, id), 'MachineToMachine');
      const known = await listApplicationTypes(db, applicationIds);
      requireKnown(
        'Application',
        applicationIds,
        known.map((application) => application.id),
      );
      if (known.some(({ type }) => type !== 'MachineToMachine')) {
        throw new AppError('application.invalid_type');
      }
      await lockHolders(db, 'application', applicationIds);
      const added = await insertHolders(db, 'application', applicationIds, id);
      const applicationId = findRepeated(applicationIds, added);
      if (applicationId !== undefined) {
        throw new AppError('role.application_exists', { values: { applicationId } });
      }
      const data = { added: [id] };
      await emit(
        db,
        ...applicationIds.map((subjectId) => ({ name: 'Application.Roles.Updated' as const, subjectId, data })),
      );
    },
  });

  route(scope, rolesApi.removeApplication, {
    changesSettings: true,
    handle: async ({ db, params: { id, applicationId } }) => {
      await getChangeableRole(db, id);
      if (!(await deleteAssignment(db, { kind: 'application', id: applicationId }, id))) {
        throw missing('Application', applicationId);
      }
      await emit(db, { name: 'Application.Roles.Updated', subjectId: applicationId, data: { removed: [id] } });
    },
  });
}
