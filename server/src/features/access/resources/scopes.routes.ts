import {
  hasWhitespace,
  type Scope as ResourceScope,
  resourcesApi,
  scopeSearchFields,
} from '@postern/contracts/access/resources';
import type { SearchQuery } from '@postern/contracts/fields';
import type { Db } from '#platform/db/db';
import { readSearch } from '#platform/db/search';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { isBuiltIn } from './built-in.ts';
import { deleteScope, insertScopes, listScopes, updateScope } from './scopes.store.ts';
import { findResource } from './store.ts';

const missing = (name: string, id: string) => new AppError('entity.not_exists_with_id', { values: { name, id } });

async function requireChangeable(db: Db, tenantId: string, resourceId: string): Promise<void> {
  const resource = await findResource(db, resourceId);
  if (!resource) {
    throw missing('Resource', resourceId);
  }
  if (isBuiltIn(tenantId, resource.indicator)) {
    throw new AppError('resource.cannot_modify_management_api');
  }
}

function checkName(name: string | undefined): void {
  if (name !== undefined && hasWhitespace(name)) {
    throw new AppError('scope.name_with_space');
  }
}

function known(id: string, scope: ResourceScope | undefined): ResourceScope {
  if (!scope) {
    throw missing('Scope', id);
  }
  return scope;
}

export function scopeRoutes(scope: Scope): void {
  route(scope, resourcesApi.listScopes, async ({ db, params, query, page, total }) => {
    const search = readSearch(query as SearchQuery, scopeSearchFields);
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    const found = await listScopes(db, params.resourceId, search, page);
    total(found.total);
    return found.scopes;
  });

  route(scope, resourcesApi.createScope, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { resourceId }, body }) => {
      checkName(body.name);
      await requireChangeable(db, tenantId, resourceId);
      const id = newId();
      const [created] = await insertScopes(db, resourceId, [{ id, ...body }]);
      await emit(db, { name: 'Scope.Created', subjectId: id, data: { resourceId } });
      return known(id, created);
    },
  });

  route(scope, resourcesApi.updateScope, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { resourceId, scopeId }, body }) => {
      checkName(body.name);
      await requireChangeable(db, tenantId, resourceId);
      const changed = known(scopeId, await updateScope(db, resourceId, scopeId, body));
      await emit(db, { name: 'Scope.Data.Updated', subjectId: scopeId, data: { resourceId } });
      return changed;
    },
  });

  route(scope, resourcesApi.removeScope, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { resourceId, scopeId } }) => {
      await requireChangeable(db, tenantId, resourceId);
      if (!(await deleteScope(db, resourceId, scopeId))) {
        throw missing('Scope', scopeId);
      }
      await emit(db, { name: 'Scope.Deleted', subjectId: scopeId, data: { resourceId } });
    },
  });
}
