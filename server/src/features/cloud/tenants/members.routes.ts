import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantOrganizationId } from '@postern/contracts/wire';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { removeMember, setRole } from './change-members.ts';
import { countMembers, isMember, listMemberScopes, listMembers } from './members.store.ts';

export function memberRoutes(scope: Scope): void {
  route(scope, tenantMembersApi.list, async ({ db, params, query, page, total }) => {
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    const organizationId = tenantOrganizationId(params.id);
    total(await countMembers(db, organizationId, query.q));
    return listMembers(db, organizationId, query.q, page);
  });

  route(scope, tenantMembersApi.scopes, async ({ db, params, caller }) => {
    if (caller.subject !== params.userId && !caller.scopes.has('read:member')) {
      throw new AppError('auth.forbidden');
    }
    const organizationId = tenantOrganizationId(params.id);
    if (!(await isMember(db, organizationId, params.userId))) {
      throw new AppError('entity.not_found');
    }
    return listMemberScopes(db, organizationId, params.userId);
  });

  route(scope, tenantMembersApi.setRole, ({ db, params, body, caller }) =>
    setRole(db, { tenantId: params.id, userId: params.userId }, body.roleName, caller),
  );

  route(scope, tenantMembersApi.remove, ({ db, params, caller }) =>
    removeMember(db, { tenantId: params.id, userId: params.userId }, caller),
  );
}
