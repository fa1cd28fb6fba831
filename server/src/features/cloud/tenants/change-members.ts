import type { TenantMember } from '@postern/contracts/cloud/tenant-members';
import type { TenantRole } from '@postern/contracts/cloud/tenants';
import { revokeInvitationTokens } from '#features/access/one-time-tokens';
import type { Caller } from '#platform/caller';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { revokeInvitationsBy } from './invitations.store.ts';
import { demand, lockMemberChanges, type Turn } from './lock-member-changes.ts';
import { deleteMember, findMember, hasOtherAdministrator, replaceRole } from './members.store.ts';
import { findTenant } from './store.ts';

type Target = { tenantId: string; userId: string };

const isAdministrator = ({ organizationRoles }: TenantMember) =>
  organizationRoles.some(({ id }) => id === ('admin' satisfies TenantRole));

async function getMember(db: Db, { organizationId }: Turn, userId: string): Promise<TenantMember> {
  const member = await findMember(db, organizationId, userId);
  if (!member) {
    throw new AppError('entity.not_found');
  }
  return member;
}

async function keepAdministrator(db: Db, { organizationId }: Turn, { tenantId, userId }: Target): Promise<void> {
  if (!(await hasOtherAdministrator(db, organizationId, userId))) {
    const tenant = await findTenant(db, tenantId);
    throw new AppError('tenant.last_admin', { values: { tenants: tenant?.name ?? tenantId } });
  }
}

/** Revokes the invitations that the user sent, so that they cannot rejoin through one to themselves. */
async function revokeOpen(db: Db, { organizationId }: Turn, userId: string): Promise<void> {
  const revoked = await revokeInvitationsBy(db, organizationId, userId);
  await revokeInvitationTokens(db, revoked);
  await emit(
    db,
    ...revoked.map((id) => ({
      name: 'TenantInvitation.Data.Updated' as const,
      subjectId: id,
      data: { status: 'Revoked' },
    })),
  );
}

export async function setRole(db: Db, target: Target, roleName: TenantRole, caller: Caller): Promise<TenantMember> {
  const { tenantId, userId } = target;
  const turn = await lockMemberChanges(db, tenantId, caller);
  demand(turn, 'update:member:role');
  const member = await getMember(db, turn, userId);
  const wasAdministrator = isAdministrator(member);
  if (wasAdministrator || roleName === 'admin') {
    // Only users who manage the tenant may add or remove administrators.
    demand(turn, 'manage:tenant');
  }
  if (wasAdministrator && roleName !== 'admin') {
    await keepAdministrator(db, turn, target);
  }
  await replaceRole(db, turn.organizationId, userId, roleName);
  if (roleName !== 'admin') {
    await revokeOpen(db, turn, userId);
  }
  const before = member.organizationRoles[0]?.id;
  await emit(db, { name: 'Tenant.Membership.Updated', subjectId: tenantId, data: { userId, role: roleName, before } });
  return getMember(db, turn, userId);
}

/** Removes a member; removing oneself means leaving. */
export async function removeMember(db: Db, target: Target, caller: Caller): Promise<void> {
  const { tenantId, userId } = target;
  const turn = await lockMemberChanges(db, tenantId, caller);
  const isLeaving = userId === caller.subject;
  if (!isLeaving) {
    demand(turn, 'remove:member');
  }
  const member = await getMember(db, turn, userId);
  if (isAdministrator(member)) {
    if (!isLeaving) {
      demand(turn, 'manage:tenant');
    }
    await keepAdministrator(db, turn, target);
  }
  await deleteMember(db, turn.organizationId, userId);
  if (!isLeaving) {
    await revokeOpen(db, turn, userId);
  }
  await emit(db, { name: 'Tenant.Membership.Updated', subjectId: tenantId, data: { userId, role: null } });
}
