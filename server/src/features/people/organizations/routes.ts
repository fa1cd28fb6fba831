import { isTrue } from '@postern/contracts/fields';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { AppError, refuseOtherTenant } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newShortId } from '#platform/secrets/ids';
import { getOrganization } from './require.ts';
import { deleteOrganization, insertOrganization, listOrganizations, updateOrganization } from './store.ts';

export function organizationRoutes(scope: Scope): void {
  route(scope, organizationsApi.list, async ({ db, query: { q, showFeatured }, page, total }) => {
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    const found = await listOrganizations(db, q, page, { withMembers: isTrue(showFeatured) });
    total(found.total);
    return found.organizations;
  });

  route(scope, organizationsApi.create, async ({ db, tenantId, body }) => {
    refuseOtherTenant(tenantId, body.tenantId);
    const organization = await insertOrganization(db, newShortId(), body);
    await emit(db, { name: 'Organization.Created', subjectId: organization.id });
    return organization;
  });

  route(scope, organizationsApi.get, async ({ db, params: { id } }) => getOrganization(db, id));

  route(scope, organizationsApi.update, async ({ db, tenantId, params: { id }, body }) => {
    refuseOtherTenant(tenantId, body.tenantId);
    const organization = await updateOrganization(db, id, body);
    if (!organization) {
      throw new AppError('entity.not_exists', { values: { name: 'Organization' } });
    }
    await emit(db, { name: 'Organization.Data.Updated', subjectId: id });
    return organization;
  });

  // Applications lose their membership, which the cache holds.
  route(scope, organizationsApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      if (!(await deleteOrganization(db, id))) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'Organization.Deleted', subjectId: id });
    },
  });
}
