import {
  addMemberRoles,
  addMemberships,
  removeMemberRoles,
  removeMemberships,
  type UserMemberRole,
  type UserMembership,
} from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import { insertGiven, listGiven, listWanted } from './grants.store.ts';

const keyOf = (row: UserMembership | UserMemberRole) =>
  [row.organizationId, row.userId, 'organizationRoleId' in row ? row.organizationRoleId : ''].join(' ');

function without<T extends UserMembership>(rows: readonly T[], others: readonly T[]): T[] {
  const known = new Set(others.map(keyOf));
  return rows.filter((row) => !known.has(keyOf(row)));
}

/**
 * Gives these users the memberships and roles of their groups, and takes away what their groups no longer give. What an
 * administrator gave stays. Call it after every change of groups, members or mappings, under `lockGroups`.
 */
export async function grantRoles(db: Db, connectorId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) {
    return;
  }
  const wanted = await listWanted(db, userIds);
  const given = await listGiven(db, userIds);
  await removeMemberRoles(db, without(given.roles, wanted.roles));
  await removeMemberships(db, without(given.memberships, wanted.memberships));
  const memberships = await addMemberships(db, without(wanted.memberships, given.memberships));
  const roles = await addMemberRoles(db, without(wanted.roles, given.roles));
  await insertGiven(db, connectorId, { memberships, roles });
}
