import type { TenantMember } from '@postern/contracts/cloud/tenant-members';
import type { TenantRole } from '@postern/contracts/cloud/tenants';
import { tenantOrganizationId } from '@postern/contracts/wire';
import { revokeInvitationTokens } from '#features/access/one-time-tokens';
import { deleteMember, replaceMemberRoles, revokeInvitationsBy } from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { findMember, hasOtherAdministrator, isMember, listMemberScopes, lockMembership } from './members.store.ts';
import { findTenant } from './store.ts';

export type MemberAccess = { organizationId: string; scopes: ReadonlySet<string> };

/**
 * Serializes changes of the members of a tenant. The caller may have lost a role while waiting, so their permissions
 * are read again.
 */
export async function lockMemberChanges(db: Db, tenantId: string, caller: Caller): Promise<MemberAccess> {
  const organizationId = tenantOrganizationId(tenantId);
  if (!(await lockMembership(db, organizationId)) || !(await isMember(db, organizationId, caller.subject))) {
    throw new AppError('entity.not_found');
  }
  const live = await listMemberScopes(db, organizationId, caller.subject);
  return { organizationId, scopes: new Set(live.map(({ name }) => name).filter((name) => caller.scopes.has(name))) };
}

export function requireScopes({ scopes }: MemberAccess, ...wanted: string[]): void {
  if (!wanted.every((scope) => scopes.has(scope))) {
    throw new AppError('auth.forbidden');
  }
}

type Target = { tenantId: string; userId: string };

const userIn = ({ organizationId }: MemberAccess, id: string) => ({ kind: 'user', organizationId, id }) as const;

const isAdministrator = ({ organizationRoles }: TenantMember) =>
  organizationRoles.some(({ id }) => id === ('admin' satisfies TenantRole));

async function getMember(db: Db, { organizationId }: MemberAccess, userId: string): Promise<TenantMember> {
  const member = await findMember(db, organizationId, userId);
  if (!member) {
    throw new AppError('entity.not_found');
  }
  return member;
}

async function requireOtherAdministrator(
  db: Db,
  { organizationId }: MemberAccess,
  { tenantId, userId }: Target,
): Promise<void> {
  if (!(await hasOtherAdministrator(db, organizationId, userId))) {
    const tenant = await findTenant(db, tenantId);
    throw new AppError('tenant.last_admin', { values: { tenants: tenant?.name ?? tenantId } });
  }
}

/** Revokes the invitations that the user sent, so that they cannot rejoin through one to themselves. */
async function revokeOpen(db: Db, { organizationId }: MemberAccess, { tenantId, userId }: Target): Promise<void> {
  const revoked = await revokeInvitationsBy(db, organizationId, userId);
  await revokeInvitationTokens(db, revoked);
  await emit(
    db,
    ...revoked.map((id) => ({
      name: 'TenantInvitation.Data.Updated' as const,
      subjectId: id,
      data: { tenantId, status: 'Revoked' },
    })),
  );
}

export async function setRole(db: Db, target: Target, roleName: TenantRole, caller: Caller): Promise<TenantMember> {
  const { tenantId, userId } = target;
  const access = await lockMemberChanges(db, tenantId, caller);
  requireScopes(access, 'update:member:role');
  const member = await getMember(db, access, userId);
  const wasAdministrator = isAdministrator(member);
  if (wasAdministrator || roleName !== 'collaborator') {
    // Only users who manage the tenant decide who manages it and who spends money.
    requireScopes(access, 'manage:tenant');
  }
  if (wasAdministrator && roleName !== 'admin') {
    await requireOtherAdministrator(db, access, target);
  }
  await replaceMemberRoles(db, userIn(access, userId), [roleName]);
  if (roleName !== 'admin') {
    await revokeOpen(db, access, target);
  }
  const before = member.organizationRoles[0]?.id;
  await emit(db, { name: 'Tenant.Membership.Updated', subjectId: tenantId, data: { userId, role: roleName, before } });
  return getMember(db, access, userId);
}

/** Removes a member; removing oneself means leaving. */
export async function removeMember(db: Db, target: Target, caller: Caller): Promise<void> {
  const { tenantId, userId } = target;
  const access = await lockMemberChanges(db, tenantId, caller);
  const isLeaving = userId === caller.subject;
  if (!isLeaving) {
    requireScopes(access, 'remove:member');
  }
  const member = await getMember(db, access, userId);
  if (isAdministrator(member)) {
    if (!isLeaving) {
      requireScopes(access, 'manage:tenant');
    }
    await requireOtherAdministrator(db, access, target);
  }
  await deleteMember(db, userIn(access, userId));
  if (!isLeaving) {
    await revokeOpen(db, access, target);
  }
  await emit(db, { name: 'Tenant.Membership.Updated', subjectId: tenantId, data: { userId, role: null } });
}
