import { organizationApplicationsApi } from '@postern/contracts/people/organization-members';
import { withoutLegacySecret } from '#features/access/applications';
import { route, type Scope } from '#platform/http/route';
import {
  addMembers,
  addRoles,
  giveRoles,
  removeMember,
  removeRole,
  replaceMembers,
  replaceRoles,
} from './change-members.ts';
import { countApplicationsFound, listApplicationsIn } from './members.store.ts';
import { countMembers, type Member } from './memberships.store.ts';
import { getOrganization } from './require.ts';
import { showRoles } from './show-roles.ts';

const memberOf = ({ id, applicationId }: { id: string; applicationId: string }): Member => ({
  kind: 'application',
  organizationId: id,
  id: applicationId,
});

/** The cache of the tenant holds the organizations and roles of applications, unlike those of users. */
const changesSettings = true;

export function organizationApplicationRoutes(scope: Scope): void {
  route(scope, organizationApplicationsApi.list, async ({ db, params: { id }, query: { q }, page, total }) => {
    await getOrganization(db, id);
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total((await (q ? countApplicationsFound(db, id, q) : countMembers(db, 'application', id))) ?? 0);
    return (await listApplicationsIn(db, id, q, page)).map(withoutLegacySecret);
  });

  route(scope, organizationApplicationsApi.add, {
    changesSettings,
    handle: async ({ db, params: { id }, body: { applicationIds } }) =>
      addMembers(db, 'application', id, applicationIds),
  });

  route(scope, organizationApplicationsApi.replace, {
    changesSettings,
    handle: async ({ db, params: { id }, body: { applicationIds } }) =>
      replaceMembers(db, 'application', id, applicationIds),
  });

  route(scope, organizationApplicationsApi.remove, {
    changesSettings,
    handle: async ({ db, params }) => removeMember(db, memberOf(params)),
  });

  route(scope, organizationApplicationsApi.assignRoles, {
    changesSettings,
    handle: async ({ db, params: { id }, body }) =>
      giveRoles(db, 'application', id, { memberIds: body.applicationIds, roleIds: body.organizationRoleIds }),
  });

  route(scope, organizationApplicationsApi.listRoles, async ({ db, params, page, total }) =>
    showRoles(db, memberOf(params), { page, total }),
  );

  route(scope, organizationApplicationsApi.addRoles, {
    changesSettings,
    handle: async ({ db, params, body }) => addRoles(db, memberOf(params), body.organizationRoleIds),
  });

  route(scope, organizationApplicationsApi.replaceRoles, {
    changesSettings,
    handle: async ({ db, params, body }) => replaceRoles(db, memberOf(params), body.organizationRoleIds),
  });

  route(scope, organizationApplicationsApi.removeRole, {
    changesSettings,
    handle: async ({ db, params }) => removeRole(db, memberOf(params), params.organizationRoleId),
  });
}
