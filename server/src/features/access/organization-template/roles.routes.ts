import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { lockRow } from '#platform/db/relations';
import { AppError, refuseOtherTenant } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import {
  countOrganizationRoles,
  deleteOrganizationRole,
  findOrganizationRole,
  insertOrganizationRole,
  isRoleInUse,
  listOrganizationRoles,
  updateOrganizationRole,
} from './roles.store.ts';
import { addScopesToRole, refuseTypeForScopes } from './set-scopes.ts';

const missing = () => new AppError('entity.not_exists', { values: { name: 'Organization role' } });

export function organizationRoleRoutes(scope: Scope): void {
  route(scope, organizationRolesApi.list, async ({ db, query, page, total }) => {
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total(await countOrganizationRoles(db, query));
    return listOrganizationRoles(db, query, page);
  });

  route(scope, organizationRolesApi.create, {
    changesSettings: true,
    handle: async ({ db, tenantId, body }) => {
      const { organizationScopeIds = [], resourceScopeIds = [] } = body;
      refuseOtherTenant(tenantId, body.tenantId);
      const role = await insertOrganizationRole(db, newId(), body);
      if (!role) {
        throw new AppError('entity.unique_integrity_violation');
      }
      const { id: roleId, type } = role;
      await addScopesToRole(db, { tenantId, roleId, kind: 'organization', ids: organizationScopeIds });
      await addScopesToRole(db, { tenantId, roleId, kind: 'resource', ids: resourceScopeIds });
      await emit(db, { name: 'OrganizationRole.Created', subjectId: roleId, data: { type } });
      if (organizationScopeIds.length + resourceScopeIds.length > 0) {
        await emit(db, {
          name: 'OrganizationRole.Scopes.Updated',
          subjectId: roleId,
          data: { organizationRoleId: roleId },
        });
      }
      return role;
    },
  });

  route(scope, organizationRolesApi.get, async ({ db, params: { id } }) => {
    const role = await findOrganizationRole(db, id);
    if (!role) {
      throw new AppError('entity.not_found');
    }
    return role;
  });

  route(scope, organizationRolesApi.update, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id }, body }) => {
      refuseOtherTenant(tenantId, body.tenantId);
      // Keeps others from using the role while its type changes.
      const before = (await lockRow(db, 'organization_roles', id)) ? await findOrganizationRole(db, id) : undefined;
      if (!before) {
        throw missing();
      }
      if (body.type !== undefined && body.type !== before.type) {
        if (await isRoleInUse(db, id)) {
          throw new AppError('entity.db_constraint_violated');
        }
        await refuseTypeForScopes(db, tenantId, id, body.type);
      }
      const updated = await updateOrganizationRole(db, id, body);
      if (!updated) {
        throw missing();
      }
      await emit(db, { name: 'OrganizationRole.Data.Updated', subjectId: id });
      return updated;
    },
  });

  route(scope, organizationRolesApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      if (!(await deleteOrganizationRole(db, id))) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'OrganizationRole.Deleted', subjectId: id });
    },
  });
}
