import { applicationRolesApi, roleSearchFields } from '@postern/contracts/access/roles';
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
  listApplicationTypes,
  lockHolders,
} from './assignments.store.ts';
import { getChangeableRole, missing, refuseInternal } from './get-role.ts';
import { countRoles, listRoles, listRolesById } from './store.ts';

async function getMachine(db: Db, id: string): Promise<Holder> {
  const [application] = await listApplicationTypes(db, [id]);
  if (!application) {
    throw missing('Application', id);
  }
  if (application.type !== 'MachineToMachine') {
    throw new AppError('application.invalid_type');
  }
  return { kind: 'application', id };
}

async function requireMachineRoles(db: Db, roleIds: string[]): Promise<void> {
  const roles = await listRolesById(db, roleIds);
  const unknown = roleIds.find((id) => !roles.some((role) => role.id === id));
  if (unknown !== undefined) {
    throw missing('Role', unknown);
  }
  for (const { name, type } of roles) {
    refuseInternal(name);
    if (type !== 'MachineToMachine') {
      throw new AppError('application.invalid_role_type');
    }
  }
}

/** The roles of a machine, on the application's endpoints. */
export function applicationRoleRoutes(scope: Scope): void {
  route(scope, applicationRolesApi.list, async ({ db, params: { applicationId }, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, roleSearchFields), applicationId };
    await getMachine(db, applicationId);
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total(await countRoles(db, filter));
    return listRoles(db, filter, page);
  });

  route(scope, applicationRolesApi.assign, {
    changesSettings: true,
    handle: async ({ db, params: { applicationId }, body: { roleIds } }) => {
      const machine = await getMachine(db, applicationId);
      await lockHolders(db, 'application', [applicationId]);
      await requireMachineRoles(db, roleIds);
      const added = await insertAssignments(db, machine, roleIds);
      if (added.length > 0) {
        await emit(db, { name: 'Application.Roles.Updated', subjectId: applicationId, data: { added } });
      }
      return { roleIds, addedRoleIds: [...new Set(roleIds)].filter((id) => added.includes(id)) };
    },
  });

  route(scope, applicationRolesApi.replace, {
    changesSettings: true,
    handle: async ({ db, params: { applicationId }, body: { roleIds } }) => {
      const machine = await getMachine(db, applicationId);
      await lockHolders(db, 'application', [applicationId]);
      await requireMachineRoles(db, roleIds);
      await deleteOtherAssignments(db, machine, roleIds);
      await insertAssignments(db, machine, roleIds);
      await emit(db, { name: 'Application.Roles.Updated', subjectId: applicationId, data: { roles: roleIds } });
    },
  });

  route(scope, applicationRolesApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { applicationId, roleId } }) => {
      const machine = await getMachine(db, applicationId);
      await getChangeableRole(db, roleId);
      if (!(await deleteAssignment(db, machine, roleId))) {
        throw missing('Role', roleId);
      }
      await emit(db, { name: 'Application.Roles.Updated', subjectId: applicationId, data: { removed: [roleId] } });
    },
  });
}
