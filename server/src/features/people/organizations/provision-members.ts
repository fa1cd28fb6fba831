import type { Db } from '#platform/db/db';
import { emitMembership, emitRoles } from './change-members.ts';
import {
  deleteUserMemberRoles,
  deleteUserMemberships,
  insertUserMemberRoles,
  insertUserMemberships,
  type UserMemberRole,
  type UserMembership,
} from './memberships.store.ts';

const idsByOrganization = (rows: readonly UserMembership[]): [organizationId: string, userIds: string[]][] =>
  [...Map.groupBy(rows, ({ organizationId }) => organizationId)].map(([id, some]) => [
    id,
    [...new Set(some.map(({ userId }) => userId))],
  ]);

/** Adds members of several organizations. Returns those that are new, so that only they are taken away again. */
export async function addMemberships(db: Db, rows: readonly UserMembership[]): Promise<UserMembership[]> {
  const added = rows.length > 0 ? await insertUserMemberships(db, rows) : [];
  for (const [organizationId, ids] of idsByOrganization(added)) {
    await emitMembership(db, 'user', organizationId, { added: ids });
  }
  return added;
}

export async function removeMemberships(db: Db, rows: readonly UserMembership[]): Promise<void> {
  const removed = rows.length > 0 ? await deleteUserMemberships(db, rows) : [];
  for (const [organizationId, ids] of idsByOrganization(removed)) {
    await emitMembership(db, 'user', organizationId, { removed: ids });
  }
}

/** The same for roles. */
export async function addMemberRoles(db: Db, rows: readonly UserMemberRole[]): Promise<UserMemberRole[]> {
  const added = rows.length > 0 ? await insertUserMemberRoles(db, rows) : [];
  for (const [organizationId, ids] of idsByOrganization(added)) {
    await emitRoles(db, 'user', organizationId, ids);
  }
  return added;
}

export async function removeMemberRoles(db: Db, rows: readonly UserMemberRole[]): Promise<void> {
  const removed = rows.length > 0 ? await deleteUserMemberRoles(db, rows) : [];
  for (const [organizationId, ids] of idsByOrganization(removed)) {
    await emitRoles(db, 'user', organizationId, ids);
  }
}
