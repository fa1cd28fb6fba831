import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { AppError, refuseOtherTenant } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import {
  countOrganizationScopes,
  deleteOrganizationScope,
  findOrganizationScope,
  insertOrganizationScope,
  listOrganizationScopes,
  updateOrganizationScope,
} from './scopes.store.ts';

export function organizationScopeRoutes(scope: Scope): void {
  route(scope, organizationScopesApi.list, async ({ db, query, page, total }) => {
    if (page) {
      total(await countOrganizationScopes(db, query.q));
    }
    return listOrganizationScopes(db, query.q, page);
  });

  route(scope, organizationScopesApi.create, {
    changesSettings: true,
    handle: async ({ db, tenantId, body }) => {
      refuseOtherTenant(tenantId, body.tenantId);
      const created = await insertOrganizationScope(db, newId(), body);
      if (!created) {
        throw new AppError('entity.unique_integrity_violation');
      }
      await emit(db, { name: 'OrganizationScope.Created', subjectId: created.id });
      return created;
    },
  });

  route(scope, organizationScopesApi.get, async ({ db, params: { id } }) => {
    const found = await findOrganizationScope(db, id);
    if (!found) {
      throw new AppError('entity.not_exists_with_id', { values: { name: 'Organization scope', id } });
    }
    return found;
  });

  route(scope, organizationScopesApi.update, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id }, body }) => {
      refuseOtherTenant(tenantId, body.tenantId);
      const updated = await updateOrganizationScope(db, id, body);
      if (!updated) {
        throw new AppError('entity.not_exists', { values: { name: 'Organization scope' } });
      }
      await emit(db, { name: 'OrganizationScope.Data.Updated', subjectId: id });
      return updated;
    },
  });

  route(scope, organizationScopesApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      if (!(await deleteOrganizationScope(db, id))) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'OrganizationScope.Deleted', subjectId: id });
    },
  });
}
