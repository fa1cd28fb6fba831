import { roleSearchFields, userRolesApi } from '@postern/contracts/access/roles';
import type { SearchQuery } from '@postern/contracts/fields';
import type { Db } from '#platform/db/db';
import { readSearch } from '#platform/db/search';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import {
  deleteAssignment,
  deleteOtherAssignments,
  type Holder,
  insertAssignments,
  listUserIds,
  lockHolders,
} from './assignments.store.ts';
import { requireUserRoles } from './get-role.ts';
import { countRoles, listRoles } from './store.ts';

async function getUser(db: Db, id: string): Promise<Holder> {
  if ((await listUserIds(db, [id])).length === 0) {
    throw new AppError('entity.not_found');
  }
  return { kind: 'user', id };
}

/** The roles of a user, on the user's endpoints. */
export function userRoleRoutes(scope: Scope): void {
  route(scope, userRolesApi.list, async ({ db, params: { userId }, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, roleSearchFields), userId };
    await getUser(db, userId);
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total(await countRoles(db, filter));
    return listRoles(db, filter, page);
  });

  route(scope, userRolesApi.assign, async ({ db, params: { userId }, body: { roleIds } }) => {
    const user = await getUser(db, userId);
    await lockHolders(db, 'user', [userId]);
    await requireUserRoles(db, roleIds);
    const added = await insertAssignments(db, user, roleIds);
    await emit(db, { name: 'User.Roles.Updated', subjectId: userId, data: { added } });
    return {
      roleIds,
      addedRoleIds: roleIds.filter((id, index) => added.includes(id) && roleIds.indexOf(id) === index),
    };
  });

  route(scope, userRolesApi.replace, async ({ db, params: { userId }, body: { roleIds } }) => {
    const user = await getUser(db, userId);
    await lockHolders(db, 'user', [userId]);
    await requireUserRoles(db, roleIds);
    await deleteOtherAssignments(db, user, roleIds);
    await insertAssignments(db, user, roleIds);
    await emit(db, { name: 'User.Roles.Updated', subjectId: userId, data: { roles: roleIds } });
    return { roleIds: [...new Set(roleIds)] };
  });

  route(scope, userRolesApi.remove, async ({ db, params: { userId, roleId } }) => {
    if (!(await deleteAssignment(db, { kind: 'user', id: userId }, roleId))) {
      throw new AppError('entity.not_found');
    }
    await emit(db, { name: 'User.Roles.Updated', subjectId: userId, data: { removed: [roleId] } });
  });
}
