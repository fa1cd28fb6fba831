import { scopeSearchFields } from '@postern/contracts/access/resources';
import { rolesApi, roleSearchFields } from '@postern/contracts/access/roles';
import type { SearchQuery } from '@postern/contracts/fields';
import { AppError, refuseOtherTenant } from '#platform/errors';
import { emit } from '#platform/events';
import { newId } from '#platform/ids';
import { readSort } from '#platform/paging';
import { route, type Scope } from '#platform/route';
import { readSearch } from '#platform/search';
import { addScopes } from './add-scopes.ts';
import { applicationRoleRoutes } from './application-roles.routes.ts';
import { holderRoutes } from './holders.routes.ts';
import { getChangeableRole, getRole, missing, refuseInternal } from './require.ts';
import { countRoleScopes, deleteRoleScope, listRoleScopes, withResources } from './scopes.store.ts';
import { countRoles, deleteRole, insertRole, listRolesWithHolders, updateRole } from './store.ts';
import { userRoleRoutes } from './user-roles.routes.ts';

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
        await emit(db, { name: 'Role.Scopes.Updated', subjectId: role.id, data: { roleId: role.id } });
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
      await emit(db, { name: 'Role.Scopes.Updated', subjectId: id });
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
      await emit(db, { name: 'Role.Scopes.Updated', subjectId: id });
    },
  });
}
