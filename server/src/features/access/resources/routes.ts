import {
  type Resource,
  type Scope as ResourceScope,
  resourceSearchFields,
  resourcesApi,
} from '@postern/contracts/access/resources';
import { isTrue, type SearchQuery } from '@postern/contracts/fields';
import type { Db } from '#platform/db/db';
import { readSort } from '#platform/db/paging';
import { readSearch } from '#platform/db/search';
import { AppError, refuseOtherTenant } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { authorizationDetailsRoutes } from './authorization-details.routes.ts';
import { isBuiltIn } from './built-in.ts';
import { scopeRoutes } from './scopes.routes.ts';
import { listScopesOf } from './scopes.store.ts';
import {
  countResources,
  deleteResource,
  findResource,
  insertResource,
  listResources,
  setDefaultResource,
  updateResource,
} from './store.ts';

function known(id: string, resource: Resource | undefined): Resource {
  if (!resource) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'Resource', id } });
  }
  return resource;
}

async function withScopes(db: Db, resources: Resource[]) {
  const scopes = Map.groupBy<string, ResourceScope>(
    await listScopesOf(
      db,
      resources.map(({ id }) => id),
    ),
    ({ resourceId }) => resourceId,
  );
  return resources.map((resource) => ({ ...resource, scopes: scopes.get(resource.id) ?? [] }));
}

export function resourceRoutes(scope: Scope): void {
  route(scope, resourcesApi.list, async ({ db, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, resourceSearchFields), sort: readSort(query.sort) };
    if (page) {
      total(await countResources(db, filter));
    }
    const resources = await listResources(db, page, filter);
    return isTrue(query.includeScopes) ? withScopes(db, resources) : resources;
  });

  route(scope, resourcesApi.create, {
    changesSettings: true,
    handle: async ({ db, tenantId, body }) => {
      refuseOtherTenant(tenantId, body.tenantId);
      const resource = await insertResource(db, newId(), body);
      if (isBuiltIn(tenantId, resource.indicator)) {
        // It would be read-only from the start.
        throw new AppError('resource.cannot_modify_management_api');
      }
      await emit(db, { name: 'Resource.Created', subjectId: resource.id });
      return { ...resource, scopes: [] };
    },
  });

  route(scope, resourcesApi.get, async ({ db, params }) => known(params.id, await findResource(db, params.id)));

  route(scope, resourcesApi.update, {
    changesSettings: true,
    handle: async ({ db, tenantId, params, body }) => {
      refuseOtherTenant(tenantId, body.tenantId);
      const { id, indicator } = known(params.id, await findResource(db, params.id));
      if (isBuiltIn(tenantId, indicator)) {
        throw new AppError('resource.cannot_modify_management_api');
      }
      await emit(db, { name: 'Resource.Data.Updated', subjectId: id });
      return known(id, await updateResource(db, id, body));
    },
  });

  route(scope, resourcesApi.setDefault, {
    changesSettings: true,
    handle: async ({ db, params, body }) => {
      const resource = known(params.id, await setDefaultResource(db, params.id, body.isDefault));
      await emit(db, { name: 'Resource.Data.Updated', subjectId: resource.id, data: body });
      return resource;
    },
  });

  route(scope, resourcesApi.remove, {
    changesSettings: true,
    handle: async ({ db, tenantId, params }) => {
      const { id, indicator } = known(params.id, await findResource(db, params.id));
      if (isBuiltIn(tenantId, indicator)) {
        throw new AppError('resource.cannot_delete_management_api');
      }
      await deleteResource(db, id);
      await emit(db, { name: 'Resource.Deleted', subjectId: id });
    },
  });

  scopeRoutes(scope);
  authorizationDetailsRoutes(scope);
}
