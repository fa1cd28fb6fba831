import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';
import { type Columns, conditionOf } from './filters.store.ts';
import type { Filter } from './parse.ts';
import type { Slice } from './users.store.ts';

export type DirectoryGroupRow = {
  id: string;
  displayName: string;
  externalId: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
};

const columns = [
  'id',
  'display_name as displayName',
  'external_id as externalId',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Changes of groups and mappings of a connector wait for each other, because they give and take the same roles. */
export async function lockGroups(db: Db, connectorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(current_setting('app.tenant_id') || ' directory groups ' || ${connectorId}, 0))`.execute(db);
}

export async function findGroupRow(db: Db, connectorId: string, id: string): Promise<DirectoryGroupRow | undefined> {
  return db
    .selectFrom('directory_groups')
    .select(columns)
    .where('connector_id', '=', connectorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

type Content = { displayName: string; externalId: string | undefined };

export async function insertGroup(db: Db, connectorId: string, content: Content): Promise<DirectoryGroupRow> {
  return db
    .insertInto('directory_groups')
    .values({
      id: newId(),
      connector_id: connectorId,
      display_name: content.displayName,
      external_id: content.externalId ?? null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateGroup(
  db: Db,
  connectorId: string,
  id: string,
  content: Content,
): Promise<DirectoryGroupRow> {
  return db
    .updateTable('directory_groups')
    .set((eb) => ({
      display_name: content.displayName,
      external_id: content.externalId ?? null,
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('connector_id', '=', connectorId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteGroup(db: Db, connectorId: string, id: string): Promise<void> {
  await db.deleteFrom('directory_groups').where('connector_id', '=', connectorId).where('id', '=', id).execute();
}

export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('directory_group_members')
    .select('user_id as id')
    .where('group_id', '=', groupId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of the IDs that are users of this directory. They stay until the transaction ends. */
export async function shareDirectoryUsers(db: Db, connectorId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select user_id as id from directory_users
    where connector_id = ${connectorId} and deleted_at is null and user_id = any(${[...ids]}::text[])
    order by user_id for key share`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type InGroup = { connectorId: string; groupId: string };

/** Returns those that are new. */
export async function insertGroupMembers(
  db: Db,
  { connectorId, groupId }: InGroup,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into directory_group_members (connector_id, group_id, user_id)
    select distinct ${connectorId}, ${groupId}, given from unnest(${[...ids]}::text[]) given
    on conflict do nothing returning user_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns those that were members. */
export async function deleteGroupMembers(db: Db, groupId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from directory_group_members
    where group_id = ${groupId} and user_id = any(${[...ids]}::text[]) returning user_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether the user was in a group. */
export async function leaveAllGroups(db: Db, connectorId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('directory_group_members')
    .where('connector_id', '=', connectorId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const filterColumns: Columns = {
  plain: {
    id: sql`g.id`,
    displayName: sql`g.display_name`,
    externalId: sql`g.external_id`,
    'meta.resourceType': sql`'Group'::text`,
    'meta.created': sql`g.created_at`,
    'meta.lastModified': sql`g.updated_at`,
  },
  folded: { displayName: sql`lower(g.display_name)` },
  lists: {
    members: {
      columns: { value: sql`m.user_id`, display: sql`u.user_name` },
      exists: (condition) => sql`exists (select from directory_group_members m join directory_users u
        on u.connector_id = m.connector_id and u.user_id = m.user_id where m.group_id = g.id and ${condition})`,
    },
  },
};

export type MemberOfGroup = { value: string; display: string };
type ListedGroup = DirectoryGroupRow & { members?: MemberOfGroup[] };

const membersOf = sql<MemberOfGroup[]>`coalesce((select jsonb_agg(jsonb_build_object('value', m.user_id,
    'display', u.user_name) order by m.user_id) from directory_group_members m join directory_users u
    on u.connector_id = m.connector_id and u.user_id = m.user_id where m.group_id = g.id), '[]')`;

const found = (db: Db, connectorId: string, filter: Filter | undefined) => {
  const query = db.selectFrom('directory_groups as g').where('g.connector_id', '=', connectorId);
  return filter ? query.where(sql<boolean>`${conditionOf(filter, filterColumns)}`) : query;
};

/** Members are read only if they are wanted: a group may have many. */
export async function listGroups(
  db: Db,
  connectorId: string,
  filter: Filter | undefined,
  { offset, limit, withMembers }: Slice & { withMembers: boolean },
): Promise<ListedGroup[]> {
  const query = found(db, connectorId, filter)
    .select(columns)
    .orderBy('g.created_at')
    .orderBy('g.id')
    .offset(offset)
    .limit(limit);
  return withMembers ? query.select(membersOf.as('members')).execute() : query.execute();
}

export async function countGroups(db: Db, connectorId: string, filter?: Filter): Promise<number> {
  const row = await found(db, connectorId, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function findGroup(
  db: Db,
  connectorId: string,
  id: string,
  withMembers: boolean,
): Promise<ListedGroup | undefined> {
  const query = found(db, connectorId, undefined).select(columns).where('g.id', '=', id);
  return withMembers ? query.select(membersOf.as('members')).executeTakeFirst() : query.executeTakeFirst();
}
