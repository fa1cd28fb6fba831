import type { DirectoryGroupRow, MemberOfGroup } from './groups.store.ts';
import type { Resource } from './read-resource.ts';
import { isUrn, schemaIds } from './schema.ts';
import type { DirectoryUserRow, GroupOfUser } from './users.store.ts';

export const etagOf = ({ version }: { version: number }) => `W/"${version}"`;

type Stamped = { version: number; createdAt: number; updatedAt: number };

const metaOf = (resourceType: string, row: Stamped, location: string) => ({
  resourceType,
  created: new Date(row.createdAt).toISOString(),
  lastModified: new Date(row.updatedAt).toISOString(),
  location,
  version: etagOf(row),
});

/** A user as clients see it. `base` is the address of the directory. */
export function showUser(base: string, row: DirectoryUserRow & { groups?: readonly GroupOfUser[] }): Resource {
  const { groups = [] } = row;
  return {
    schemas: [schemaIds.user, ...Object.keys(row.resource).filter(isUrn)],
    id: row.userId,
    ...row.resource,
    ...(groups.length > 0
      ? { groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })) }
      : {}),
    meta: metaOf('User', row, `${base}/Users/${row.userId}`),
  };
}

export function showGroup(base: string, row: DirectoryGroupRow & { members?: readonly MemberOfGroup[] }): Resource {
  return {
    schemas: [schemaIds.group],
    id: row.id,
    displayName: row.displayName,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    ...(row.members
      ? { members: row.members.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}`, type: 'User' })) }
      : {}),
    meta: metaOf('Group', row, `${base}/Groups/${row.id}`),
  };
}
