import type { CreateDirectoryMapping, DirectoryMapping } from '@postern/contracts/people/directory-sync';
import { requireOrganizationRoles } from '#features/access/organization-template';
import type { Db } from '#platform/db/db';
import { relationMissing, requireRows } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { grantRoles } from './grant-roles.ts';
import { findGroupRow, listMemberIds, lockGroups } from './groups.store.ts';
import { deleteMapping, findMapping, insertMapping, replaceMappingRoles } from './mappings.store.ts';

async function getMapping(db: Db, connectorId: string, id: string): Promise<DirectoryMapping> {
  const mapping = await findMapping(db, connectorId, id);
  if (!mapping) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'directory_group_mappings', id } });
  }
  return mapping;
}

async function finish(db: Db, connectorId: string, mapping: DirectoryMapping): Promise<void> {
  await grantRoles(db, connectorId, await listMemberIds(db, mapping.group.id));
  await emit(db, {
    name: 'DirectorySync.Mappings.Updated',
    subjectId: connectorId,
    data: { groupId: mapping.group.id, organizationId: mapping.organization.id },
  });
}

export async function createMapping(
  db: Db,
  connectorId: string,
  { groupId, organizationId, organizationRoleIds }: CreateDirectoryMapping,
): Promise<DirectoryMapping> {
  await lockGroups(db, connectorId);
  if (!(await findGroupRow(db, connectorId, groupId))) {
    throw relationMissing();
  }
  await requireRows(db, 'organizations', [organizationId]);
  await requireOrganizationRoles(db, organizationRoleIds, 'User');
  const id = await insertMapping(db, connectorId, { groupId, organizationId });
  await replaceMappingRoles(db, id, organizationRoleIds);
  const mapping = await getMapping(db, connectorId, id);
  await finish(db, connectorId, mapping);
  return mapping;
}

export async function changeMapping(
  db: Db,
  connectorId: string,
  id: string,
  roleIds: readonly string[],
): Promise<DirectoryMapping> {
  await lockGroups(db, connectorId);
  await getMapping(db, connectorId, id);
  await requireOrganizationRoles(db, roleIds, 'User');
  await replaceMappingRoles(db, id, roleIds);
  const mapping = await getMapping(db, connectorId, id);
  await finish(db, connectorId, mapping);
  return mapping;
}

export async function removeMapping(db: Db, connectorId: string, id: string): Promise<void> {
  await lockGroups(db, connectorId);
  const mapping = await getMapping(db, connectorId, id);
  await deleteMapping(db, connectorId, id);
  await finish(db, connectorId, mapping);
}
