import type { Feature } from '#platform/app';
import { organizationApplicationRoutes } from './applications.routes.ts';
import { organizationInvitationRoutes } from './invitations.routes.ts';
import { organizationJitRoutes } from './jit.routes.ts';
import { invitationLinkRoutes } from './links.routes.ts';
import { organizationMemberRoutes } from './members.routes.ts';
import { organizationRoutes } from './routes.ts';

export { isFactorRequired } from './factor-requirement.store.ts';
export { addJitConnector } from './jit.routes.ts';
export { joinOrganizations } from './join.ts';
export {
  deleteMember,
  replaceMemberRoles,
  type UserMemberRole,
  type UserMembership,
} from './memberships.store.ts';
export { addMemberRoles, addMemberships, removeMemberRoles, removeMemberships } from './provision-members.ts';
export { getOrganization as requireOrganization } from './require.ts';
export { requireConsoleFactor } from './require-console-factor.ts';
export { insertOrganization, listExistingOrganizations } from './store.ts';
export {
  endInvitation,
  expireInvitations,
  insertTenantInvitations,
  type NewTenantInvitations,
  refundResend,
  revokeInvitationsBy,
  takeResend,
} from './tenant-invitations.store.ts';
export {
  deleteTenantOrganization,
  insertMember,
  insertTenantOrganization,
  renameTenantOrganization,
} from './tenant-organizations.store.ts';

export const organizations: Feature = {
  name: 'organizations',
  tenantRoutes: (scope) => {
    organizationRoutes(scope);
    organizationMemberRoutes(scope);
    organizationApplicationRoutes(scope);
    organizationInvitationRoutes(scope);
    organizationJitRoutes(scope);
    invitationLinkRoutes(scope);
  },
};
