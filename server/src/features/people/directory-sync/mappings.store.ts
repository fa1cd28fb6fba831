import type { DirectoryGroup, DirectoryMapping } from '@postern/contracts/people/directory-sync';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { containing } from '#platform/db/search';
import { newId } from '#platform/secrets/ids';

type Named = { id: string; name: string };

const mappings = (db: Db, connectorId: string) =>
  db
    .selectFrom('directory_group_mappings as m')
    .innerJoin('directory_groups as g', 'g.id', 'm.group_id')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .where('m.connector_id', '=', connectorId)
    .select([
      'm.id',
      'm.created_at as createdAt',
      sql<Named>`jsonb_build_object('id', g.id, 'name', g.display_name)`.as('group'),
      sql<Named>`jsonb_build_object('id', o.id, 'name', o.name)`.as('organization'),
      sql<Named[]>`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
        from directory_group_mapping_roles h join organization_roles r on r.id = h.organization_role_id
        where h.mapping_id = m.id), '[]')`.as('organizationRoles'),
    ]);

export async function listMappings(db: Db, connectorId: string, page: Page): Promise<DirectoryMapping[]> {
  return mappings(db, connectorId)
    .orderBy('g.display_name')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countMappings(db: Db, connectorId: string): Promise<number> {
  const row = await db
    .selectFrom('directory_group_mappings')
    .select(sql<number>`count(*)`.as('total'))
    .where('connector_id', '=', connectorId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function findMapping(db: Db, connectorId: string, id: string): Promise<DirectoryMapping | undefined> {
  return mappings(db, connectorId).where('m.id', '=', id).executeTakeFirst();
}

export async function insertMapping(
  db: Db,
  connectorId: string,
  { groupId, organizationId }: { groupId: string; organizationId: string },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('directory_group_mappings')
    .values({ id, connector_id: connectorId, group_id: groupId, organization_id: organizationId })
    .execute();
  return id;
}

export async function replaceMappingRoles(db: Db, mappingId: string, roleIds: readonly string[]): Promise<void> {
  const ids = [...new Set(roleIds)];
  await sql`delete from directory_group_mapping_roles
    where mapping_id = ${mappingId} and organization_role_id <> all(${ids}::text[])`.execute(db);
  await sql`insert into directory_group_mapping_roles (mapping_id, organization_role_id)
    select ${mappingId}, given from unnest(${ids}::text[]) given on conflict do nothing`.execute(db);
}

export async function deleteMapping(db: Db, connectorId: string, id: string): Promise<void> {
  await db
    .deleteFrom('directory_group_mappings')
    .where('connector_id', '=', connectorId)
    .where('id', '=', id)
    .execute();
}

const named = (db: Db, connectorId: string, q: string | undefined) => {
  const query = db.selectFrom('directory_groups as g').where('g.connector_id', '=', connectorId);
  return q ? query.where('g.display_name', 'ilike', containing(q)) : query;
};

/** Groups with the number of their members, by name. */
export async function listGroupSizes(
  db: Db,
  connectorId: string,
  q: string | undefined,
  page: Page,
): Promise<DirectoryGroup[]> {
  return named(db, connectorId, q)
    .select([
      'g.id',
      'g.display_name as displayName',
      'g.external_id as externalId',
      sql<number>`(select count(*)::int from directory_group_members m where m.group_id = g.id)`.as('members'),
      'g.created_at as createdAt',
      'g.updated_at as updatedAt',
    ])
    .orderBy('g.display_name')
    .orderBy('g.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countNamedGroups(db: Db, connectorId: string, q: string | undefined): Promise<number> {
  const row = await named(db, connectorId, q).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(row.total);
}
