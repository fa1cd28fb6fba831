import { memberRequirementsApi, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantOrganizationId } from '@postern/contracts/wire';
import { isFactorRequired, requireConsoleFactor } from '#features/people/organizations';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { lockMemberChanges, removeMember, requireScopes, setRole } from './change-members.ts';
import { countMembers, isMember, listMemberScopes, listMembers } from './members.store.ts';

function requirementRoutes(scope: Scope): void {
  route(scope, memberRequirementsApi.get, async ({ db, params }) => ({
    isMfaRequired: await isFactorRequired(db, tenantOrganizationId(params.id)),
  }));

  route(scope, memberRequirementsApi.update, {
    changesSettings: true,
    handle: async ({ db, params, body, caller }) => {
      const access = await lockMemberChanges(db, params.id, caller);
      requireScopes(access, 'manage:tenant');
      const { organizationId } = access;
      const requirement = { organizationId, userId: caller.subject, isRequired: body.isMfaRequired };
      if (await requireConsoleFactor(db, requirement)) {
        await emit(db, { name: 'Tenant.Data.Updated', subjectId: params.id, data: body });
      }
      return body;
    },
  });
}

export function memberRoutes(scope: Scope): void {
  requirementRoutes(scope);
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
