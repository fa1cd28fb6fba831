import type { DomainEvent } from '@postern/contracts/events';
import { requireOrganizationRoles } from '#features/access/organization-template';
import type { Db } from '#platform/db/db';
import { lockOwner, relationMissing, requireRows } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { shareApplications } from './members.store.ts';
import {
  deleteMember,
  deleteMemberRole,
  deleteOtherMembers,
  insertMemberRoles,
  insertMembers,
  keepMembers,
  lockMember,
  type Member,
  type MemberKind,
  replaceMemberRoles,
  roleTypeOf,
  shareMembers,
} from './memberships.store.ts';

/** An event lists at most this many changed members. The audit log keeps fewer of them. */
const maxMembers = 5000;
/** An event about roles lists at most this many members. */
const maxListed = 100;

const listOf = (word: 'added' | 'removed', kind: MemberKind, ids: string[]) =>
  ids.length === 0 ? {} : { [`${word}${kind === 'user' ? 'User' : 'Application'}Ids`]: ids.slice(0, maxMembers) };

type Change = { added?: string[]; removed?: string[] };

export const membershipEvent = (
  kind: MemberKind,
  organizationId: string,
  { added = [], removed = [] }: Change,
): DomainEvent => ({
  name: 'Organization.Membership.Updated',
  subjectId: organizationId,
  data: { organizationId, ...listOf('added', kind, added), ...listOf('removed', kind, removed) },
});

/** Additions and removals that change nothing emit no event. */
export async function emitMembership(db: Db, kind: MemberKind, organizationId: string, change: Change): Promise<void> {
  if ((change.added?.length ?? 0) + (change.removed?.length ?? 0) > 0) {
    await emit(db, membershipEvent(kind, organizationId, change));
  }
}

async function requireEntities(db: Db, kind: MemberKind, ids: string[]): Promise<void> {
  if (kind === 'user') {
    await requireRows(db, 'users', ids);
    return;
  }
  const found = await shareApplications(db, ids);
  if (found.length < new Set(ids).size) {
    throw relationMissing();
  }
  if (found.some(({ type }) => type !== 'MachineToMachine')) {
    throw new AppError('entity.db_constraint_violated');
  }
}

/** Adds all of them or none. */
export async function addMembers(db: Db, kind: MemberKind, organizationId: string, ids: string[]): Promise<void> {
  await requireRows(db, 'organizations', [organizationId]);
  await requireEntities(db, kind, ids);
  if (kind === 'user' && ids.length > 0) {
    await keepMembers(db, organizationId, ids);
  }
  await emitMembership(db, kind, organizationId, { added: await insertMembers(db, kind, organizationId, ids) });
}

export async function replaceMembers(db: Db, kind: MemberKind, organizationId: string, ids: string[]): Promise<void> {
  await lockOwner(db, 'organizations', organizationId);
  await requireEntities(db, kind, ids);
  const removed = await deleteOtherMembers(db, kind, organizationId, ids);
  const added = await insertMembers(db, kind, organizationId, ids);
  // Receivers get the event for every list that was set, also for the one that was there already.
  await emit(db, membershipEvent(kind, organizationId, { added, removed }));
}

export async function removeMember(db: Db, member: Member): Promise<void> {
  if (!(await deleteMember(db, member))) {
    throw new AppError('entity.not_found');
  }
  await emitMembership(db, member.kind, member.organizationId, { removed: [member.id] });
}

export async function emitRoles(db: Db, kind: MemberKind, organizationId: string, ids: string[]): Promise<void> {
  const members = { [kind === 'user' ? 'userIds' : 'applicationIds']: ids.slice(0, maxListed) };
  await emit(db, {
    name: 'Organization.Roles.Updated',
    subjectId: organizationId,
    data: { organizationId, ...members },
  });
}

/** Gives each of these members each of these roles, or nothing to anyone. */
export async function giveRoles(
  db: Db,
  kind: MemberKind,
  organizationId: string,
  given: { memberIds: string[]; roleIds: string[] },
): Promise<void> {
  const { memberIds, roleIds } = given;
  if ((await shareMembers(db, kind, organizationId, memberIds)) < new Set(memberIds).size) {
    throw relationMissing();
  }
  await requireOrganizationRoles(db, roleIds, roleTypeOf(kind));
  if (await insertMemberRoles(db, kind, organizationId, given)) {
    await emitRoles(db, kind, organizationId, memberIds);
  }
}

async function lockKnownMember(db: Db, member: Member): Promise<void> {
  if (!(await lockMember(db, member))) {
    throw new AppError('organization.require_membership');
  }
}

export async function addRoles(db: Db, member: Member, roleIds: string[]): Promise<void> {
  const { kind, organizationId, id } = member;
  await lockKnownMember(db, member);
  await requireOrganizationRoles(db, roleIds, roleTypeOf(kind));
  if (await insertMemberRoles(db, kind, organizationId, { memberIds: [id], roleIds })) {
    await emitRoles(db, kind, organizationId, [id]);
  }
}

export async function replaceRoles(db: Db, member: Member, roleIds: string[]): Promise<void> {
  const { kind, organizationId, id } = member;
  await lockKnownMember(db, member);
  await requireOrganizationRoles(db, roleIds, roleTypeOf(kind));
  if (await replaceMemberRoles(db, member, roleIds)) {
    await emitRoles(db, kind, organizationId, [id]);
  }
}

export async function removeRole(db: Db, member: Member, roleId: string): Promise<void> {
  await lockKnownMember(db, member);
  if (!(await deleteMemberRole(db, member, roleId))) {
    throw new AppError('entity.not_found');
  }
  await emitRoles(db, member.kind, member.organizationId, [member.id]);
}
