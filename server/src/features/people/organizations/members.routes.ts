import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { roleIdsOf } from '#features/access/organization-template';
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
import { listScopesOfUser, listUsersIn } from './members.store.ts';
import type { Member } from './memberships.store.ts';
import { getOrganization, missingOrganization } from './require.ts';
import { requireMember, showRoles } from './show-roles.ts';

const memberOf = ({ id, userId }: { id: string; userId: string }): Member => ({
  kind: 'user',
  organizationId: id,
  id: userId,
});

export function organizationMemberRoutes(scope: Scope): void {
  route(scope, organizationMembersApi.list, async ({ db, params: { id }, query, page, total }) => {
    const { q, organizationRoleId } = query;
    if (q || organizationRoleId) {
      await getOrganization(db, id);
    }
    // `paged: always` gives every call a page.
    const found = page && (await listUsersIn(db, id, q, page, organizationRoleId));
    if (!found) {
      throw missingOrganization(id);
    }
    total(found.total);
    return found.users;
  });

  route(scope, organizationMembersApi.add, async ({ db, params: { id }, body: { userIds } }) => {
    await addMembers(db, 'user', id, userIds);
    return { userIds };
  });

  route(scope, organizationMembersApi.replace, async ({ db, params: { id }, body: { userIds } }) =>
    replaceMembers(db, 'user', id, userIds),
  );

  route(scope, organizationMembersApi.remove, async ({ db, params }) => removeMember(db, memberOf(params)));

  route(scope, organizationMembersApi.assignRoles, async ({ db, params: { id }, body }) =>
    giveRoles(db, 'user', id, { memberIds: body.userIds, roleIds: body.organizationRoleIds }),
  );

  route(scope, organizationMembersApi.listRoles, async ({ db, params, page, total }) =>
    showRoles(db, memberOf(params), { page, total }),
  );

  route(scope, organizationMembersApi.addRoles, async ({ db, params, body }) => {
    const organizationRoleIds = await roleIdsOf(db, body);
    await addRoles(db, memberOf(params), organizationRoleIds);
    return { organizationRoleIds };
  });

  route(scope, organizationMembersApi.replaceRoles, async ({ db, params, body }) =>
    replaceRoles(db, memberOf(params), await roleIdsOf(db, body)),
  );

  route(scope, organizationMembersApi.removeRole, async ({ db, params }) =>
    removeRole(db, memberOf(params), params.organizationRoleId),
  );

  route(scope, organizationMembersApi.listScopes, async ({ db, params }) => {
    await requireMember(db, memberOf(params));
    return listScopesOfUser(db, params.id, params.userId);
  });
}
