import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { grantRoles } from './grant-roles.ts';
import {
  type DirectoryGroupRow,
  deleteGroup,
  deleteGroupMembers,
  findGroupRow,
  insertGroup,
  insertGroupMembers,
  listMemberIds,
  lockGroups,
  shareDirectoryUsers,
  updateGroup,
} from './groups.store.ts';
import type { Filter } from './parse.ts';
import { applyOperations, type Operation } from './patch.ts';
import type { Directory } from './provision-user.ts';
import { checkResource, invalidValue, isObject, type Resource, readValue } from './read-resource.ts';
import { findAttribute, groupSchema } from './schema.ts';

export const groupMissing = (id: string) => new AppError('scim.not_found', { values: { type: 'Group', id } });

const maxName = 256;

function contentOf(resource: Resource): { displayName: string; externalId: string | undefined } {
  // The schema makes both texts.
  const { displayName, externalId } = resource as { displayName: string; externalId?: string };
  if (displayName.length > maxName || (externalId?.length ?? 0) > maxName) {
    throw invalidValue(`displayName and externalId can have at most ${maxName} characters.`);
  }
  return { displayName, externalId };
}

const idsOf = (members: unknown): string[] => [
  ...new Set(
    (Array.isArray(members) ? members : []).map((one) => {
      if (!isObject(one) || typeof one.value !== 'string') {
        throw invalidValue('Each member needs a value: the ID of a user.');
      }
      return one.value;
    }),
  ),
];

const readMembers = (value: unknown): string[] => {
  const attribute = findAttribute(groupSchema.attributes, 'members');
  return attribute ? idsOf(readValue(attribute, value)) : [];
};

/** Members are users of the same directory; users of others are unknown here. */
async function requireUsers(db: Db, { connectorId }: Directory, ids: readonly string[]): Promise<void> {
  const known = await shareDirectoryUsers(db, connectorId, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw invalidValue(`There is no user with the ID ${unknown.slice(0, 64)} in this directory.`);
  }
}

type Change = 'created' | 'updated' | 'deleted';

async function emitGroup(db: Db, { connectorId }: Directory, group: DirectoryGroupRow, change: Change): Promise<void> {
  await emit(db, {
    name: 'DirectorySync.Groups.Updated',
    subjectId: connectorId,
    data: { groupId: group.id, displayName: group.displayName, change },
  });
}

async function addTo(db: Db, directory: Directory, groupId: string, ids: readonly string[]): Promise<string[]> {
  await requireUsers(db, directory, ids);
  return insertGroupMembers(db, { connectorId: directory.connectorId, groupId }, ids);
}

async function replaceIn(db: Db, directory: Directory, groupId: string, ids: readonly string[]): Promise<string[]> {
  const kept = new Set(ids);
  const gone = (await listMemberIds(db, groupId)).filter((id) => !kept.has(id));
  const removed = await deleteGroupMembers(db, groupId, gone);
  return [...removed, ...(await addTo(db, directory, groupId, ids))];
}

export async function createGroup(db: Db, directory: Directory, resource: Resource): Promise<DirectoryGroupRow> {
  await lockGroups(db, directory.connectorId);
  const group = await insertGroup(db, directory.connectorId, contentOf(resource));
  await addTo(db, directory, group.id, idsOf(resource.members));
  await emitGroup(db, directory, group, 'created');
  return group;
}

/** Finds a group for a change. Changes of the groups of a directory wait for each other. */
export async function getLockedGroup(db: Db, { connectorId }: Directory, id: string): Promise<DirectoryGroupRow> {
  await lockGroups(db, connectorId);
  const group = await findGroupRow(db, connectorId, id);
  if (!group) {
    throw groupMissing(id);
  }
  return group;
}

async function finish(
  db: Db,
  directory: Directory,
  group: DirectoryGroupRow,
  { resource, changed }: { resource: Resource; changed: readonly string[] },
): Promise<DirectoryGroupRow> {
  const content = contentOf(checkResource(groupSchema, resource));
  const isSame = content.displayName === group.displayName && (content.externalId ?? null) === group.externalId;
  if (isSame && changed.length === 0) {
    return group;
  }
  const updated = await updateGroup(db, directory.connectorId, group.id, content);
  await grantRoles(db, directory.connectorId, [...new Set(changed)]);
  await emitGroup(db, directory, updated, 'updated');
  return updated;
}

/** PUT replaces the members too. */
export async function replaceGroup(
  db: Db,
  directory: Directory,
  group: DirectoryGroupRow,
  resource: Resource,
): Promise<DirectoryGroupRow> {
  const changed = await replaceIn(db, directory, group.id, idsOf(resource.members));
  return finish(db, directory, group, { resource, changed });
}

/** `members[value eq "x"]`, joined by `or`; undefined for other filters. */
function idsIn(filter: Filter): string[] | undefined {
  if (filter.op === 'or') {
    const [left, right] = [idsIn(filter.left), idsIn(filter.right)];
    return left && right ? [...left, ...right] : undefined;
  }
  const isValue = filter.op === 'eq' && filter.target.attribute.name === 'value' && typeof filter.value === 'string';
  return isValue ? [String(filter.value)] : undefined;
}

type MemberChange = { kind: 'add' | 'remove' | 'replace'; ids: string[] } | { kind: 'clear' };

/** What an operation on `members` means. */
function readChange({ op, path, value }: Operation): MemberChange {
  if (path?.filter) {
    const ids = idsIn(path.filter);
    if (op !== 'remove' || path.sub || !ids) {
      throw new AppError('scim.invalid_path', {
        values: { details: 'Members can only be removed by members[value eq "…"].' },
      });
    }
    return { kind: 'remove', ids };
  }
  if (path?.sub) {
    throw new AppError('scim.invalid_path', { values: { details: 'Change members as a whole.' } });
  }
  return op === 'remove' && (value === undefined || value === null)
    ? { kind: 'clear' }
    : { kind: op, ids: readMembers(value) };
}

/** Clients send one operation per member. Equal ones in a row become one, so that each needs no query of its own. */
function joinChanges(changes: readonly MemberChange[]): MemberChange[] {
  const joined: MemberChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    const isJoinable = last?.kind === change.kind && (change.kind === 'add' || change.kind === 'remove');
    if (isJoinable && 'ids' in last && 'ids' in change) {
      last.ids.push(...change.ids);
    } else {
      joined.push('ids' in change ? { ...change, ids: [...change.ids] } : change);
    }
  }
  return joined;
}

/** Changes members directly, so that a group with many members is not read as a whole. Returns whom it concerns. */
async function changeMembers(db: Db, directory: Directory, groupId: string, change: MemberChange): Promise<string[]> {
  switch (change.kind) {
    case 'add':
      return addTo(db, directory, groupId, [...new Set(change.ids)]);
    case 'remove':
      return deleteGroupMembers(db, groupId, change.ids);
    case 'replace':
      return replaceIn(db, directory, groupId, change.ids);
    case 'clear':
      return deleteGroupMembers(db, groupId, await listMemberIds(db, groupId));
  }
}

export async function patchGroup(
  db: Db,
  directory: Directory,
  group: DirectoryGroupRow,
  operations: readonly Operation[],
): Promise<DirectoryGroupRow> {
  const isAboutMembers = ({ path }: Operation) => path?.attribute?.name === 'members';
  const before: Resource = {
    displayName: group.displayName,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
  };
  const resource = applyOperations(
    groupSchema,
    before,
    operations.filter((one) => !isAboutMembers(one)),
  );
  const changed: string[] = [];
  for (const change of joinChanges(operations.filter(isAboutMembers).map(readChange))) {
    changed.push(...(await changeMembers(db, directory, group.id, change)));
  }
  return finish(db, directory, group, { resource, changed });
}

/** The members lose what the group gave them. */
export async function removeGroup(db: Db, directory: Directory, group: DirectoryGroupRow): Promise<void> {
  const members = await listMemberIds(db, group.id);
  await deleteGroup(db, directory.connectorId, group.id);
  await grantRoles(db, directory.connectorId, members);
  await emitGroup(db, directory, group, 'deleted');
}
