import { organizationRoleScopesApi } from '@postern/contracts/access/organization-roles';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import {
  countOrganizationRoleScopes,
  deleteOrganizationRoleScope,
  listOrganizationRoleScopes,
  listRoleResourceScopes,
  type ScopeKind,
} from './role-scopes.store.ts';
import { findOrganizationRole } from './roles.store.ts';
import { addScopesToRole, replaceScopesOfRole } from './set-scopes.ts';

async function requireRole(db: Db, id: string): Promise<void> {
  if (!(await findOrganizationRole(db, id))) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'Organization role', id } });
  }
}

const events = {
  organization: 'OrganizationRole.Scopes.Updated',
  resource: 'OrganizationRole.ResourceScopes.Updated',
} as const;

/** Requests that change nothing emit no event. */
async function tell(db: Db, kind: ScopeKind, roleId: string, isChanged: boolean): Promise<void> {
  if (isChanged) {
    await emit(db, { name: events[kind], subjectId: roleId, data: { organizationRoleId: roleId } });
  }
}

async function remove(db: Db, kind: ScopeKind, roleId: string, scopeId: string): Promise<void> {
  if (!(await deleteOrganizationRoleScope(db, kind, roleId, scopeId))) {
    throw new AppError('entity.not_found');
  }
  await tell(db, kind, roleId, true);
}

export function organizationRoleScopeRoutes(scope: Scope): void {
  route(scope, organizationRoleScopesApi.list, async ({ db, params: { id }, page, total }) => {
    await requireRole(db, id);
    if (page) {
      total(await countOrganizationRoleScopes(db, 'organization', id));
    }
    return listOrganizationRoleScopes(db, id, page);
  });

  route(scope, organizationRoleScopesApi.add, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id: roleId }, body: { organizationScopeIds: ids } }) =>
      tell(db, 'organization', roleId, await addScopesToRole(db, { tenantId, roleId, kind: 'organization', ids })),
  });

  route(scope, organizationRoleScopesApi.replace, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id: roleId }, body: { organizationScopeIds: ids } }) => {
      await replaceScopesOfRole(db, { tenantId, roleId, kind: 'organization', ids });
      // Receivers get the event for every list that was set, also for the one that was there already.
      await tell(db, 'organization', roleId, true);
    },
  });

  route(scope, organizationRoleScopesApi.remove, {
    changesSettings: true,
    handle: async ({ db, params }) => remove(db, 'organization', params.id, params.organizationScopeId),
  });

  route(scope, organizationRoleScopesApi.listResource, async ({ db, params: { id }, page, total }) => {
    await requireRole(db, id);
    if (page) {
      total(await countOrganizationRoleScopes(db, 'resource', id));
    }
    return listRoleResourceScopes(db, id, page);
  });

  route(scope, organizationRoleScopesApi.addResource, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id: roleId }, body: { scopeIds: ids } }) =>
      tell(db, 'resource', roleId, await addScopesToRole(db, { tenantId, roleId, kind: 'resource', ids })),
  });

  route(scope, organizationRoleScopesApi.replaceResource, {
    changesSettings: true,
    handle: async ({ db, tenantId, params: { id: roleId }, body: { scopeIds: ids } }) =>
      tell(db, 'resource', roleId, await replaceScopesOfRole(db, { tenantId, roleId, kind: 'resource', ids })),
  });

  route(scope, organizationRoleScopesApi.removeResource, {
    changesSettings: true,
    handle: async ({ db, params }) => remove(db, 'resource', params.id, params.scopeId),
  });
}
