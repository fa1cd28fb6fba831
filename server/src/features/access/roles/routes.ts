import { scopeSearchFields } from '@postern/contracts/access/resources';
import { type RoleType, roleSearchFields, rolesApi } from '@postern/contracts/access/roles';
import type { SearchQuery } from '@postern/contracts/fields';
import { isManagementApiIn } from '#features/access/resources';
import type { Db } from '#platform/db/db';
import { readSort } from '#platform/db/paging';
import { readSearch } from '#platform/db/search';
import { AppError, refuseOtherTenant } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { applicationRoleRoutes } from './application-roles.routes.ts';
import { getChangeableRole, getRole, missing, refuseInternal } from './get-role.ts';
import { holderRoutes } from './holders.routes.ts';
import {
  countRoleScopes,
  deleteRoleScope,
  insertRoleScopes,
  listRoleScopes,
  listScopeIndicators,
  withResources,
} from './scopes.store.ts';
import { countRoles, deleteRole, insertRole, listRolesWithHolders, updateRole } from './store.ts';
import { userRoleRoutes } from './user-roles.routes.ts';

type Addition = {
  tenantId: string;
  role: { id: string; type: RoleType };
  scopeIds: string[];
  /** The error for a scope that does not exist; it differs between creating and changing a role. */
  missing: (scopeId: string) => AppError;
};

/** Adds scopes to a role. Only roles for machines can have the management API. */
async function addScopes(db: Db, { tenantId, role, scopeIds, missing }: Addition): Promise<void> {
  const known = new Map((await listScopeIndicators(db, scopeIds)).map(({ id, indicator }) => [id, indicator]));
  for (const id of scopeIds) {
    const indicator = known.get(id);
    if (indicator === undefined) {
      throw missing(id);
    }
    if (role.type === 'User' && isManagementApiIn(tenantId, indicator)) {
      throw new AppError('role.management_api_scopes_not_assignable_to_user_role');
    }
  }
  const added = await insertRoleScopes(db, role.id, scopeIds);
  const scopeId = scopeIds.find((id, index) => !added.includes(id) || scopeIds.indexOf(id) !== index);
  if (scopeId !== undefined) {
    throw new AppError('role.scope_exists', { values: { scopeId } });
  }
}

export function roleRoutes(scope: Scope): void {
  route(scope, rolesApi.list, async ({ db, query, page, total }) => {
    const { excludeUserId, excludeApplicationId, type } = query;
    const search = readSearch(query as SearchQuery, roleSearchFields);
    const filter = { search, excludeUserId, excludeApplicationId, type };
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total(await countRoles(db, filter));
    return listRolesWithHolders(db, filter, page, readSort(query.sort));
  });

  route(scope, rolesApi.create, {
    changesSettings: true,
    handle: async ({ db, tenantId, body: { tenantId: given, scopeIds = [], type = 'User', ...body } }) => {
      refuseOtherTenant(tenantId, given);
      refuseInternal(body.name);
      const role = await insertRole(db, { ...body, type, id: newId() });
      await emit(db, { name: 'Role.Created', subjectId: role.id, data: { type } });
      if (scopeIds.length > 0) {
        await addScopes(db, { tenantId, role, scopeIds, missing: () => new AppError('entity.not_found') });
        await emit(db, {
          name: 'Role.Scopes.Updated',
          subjectId: role.id,
          data: { roleId: role.id, addedScopeIds: scopeIds },
        });
      }
      return role;
    },
  });

  route(scope, rolesApi.get, async ({ db, params }) => getRole(db, params.id));

  route(scope, rolesApi.update, {
    changesSettings: true,
    handle: async ({ db, params: { id }, body }) => {
      await getChangeableRole(db, id);
      refuseInternal(body.name);
      const role = await updateRole(db, id, body);
      await emit(db, { name: 'Role.Data.Updated', subjectId: id });
      return role ?? getRole(db, id);
    },
  });

  route(scope, rolesApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      await getChangeableRole(db, id);
      await deleteRole(db, id);
      await emit(db, { name: 'Role.Deleted', subjectId: id });
    },
  });

  roleScopeRoutes(scope);
  holderRoutes(scope);
  userRoleRoutes(scope);
  applicationRoleRoutes(scope);
}

function roleScopeRoutes(scope: Scope): void {
  route(scope, rolesApi.listScopes, async ({ db, params: { id }, query, page, total }) => {
    const search = readSearch(query as SearchQuery, scopeSearchFields);
    await getRole(db, id);
    if (page) {
      total(await countRoleScopes(db, id, search));
    }
    return withResources(db, await listRoleScopes(db, id, search, page));
  });

  route(scope, rolesApi.assignScopes, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id }, body: { scopeIds } }) => {
      const role = await getChangeableRole(db, id);
      await addScopes(db, { tenantId, role, scopeIds, missing: (scopeId) => missing('Scope', scopeId) });
      await emit(db, { name: 'Role.Scopes.Updated', subjectId: id, data: { addedScopeIds: scopeIds } });
      return listRoleScopes(db, id);
    },
  });

  route(scope, rolesApi.removeScope, {
    changesSettings: true,
    handle: async ({ db, params: { id, scopeId } }) => {
      await getChangeableRole(db, id);
      if (!(await deleteRoleScope(db, id, scopeId))) {
        throw missing('Scope', scopeId);
      }
      await emit(db, { name: 'Role.Scopes.Updated', subjectId: id, data: { removedScopeIds: [scopeId] } });
    },
  });
}
