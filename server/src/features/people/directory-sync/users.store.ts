import { sql } from 'kysely';
import { type Db, planEachTime } from '#platform/db/db';
import { type Columns, conditionOf } from './filters.store.ts';
import type { Filter } from './parse.ts';
import type { Resource } from './read-resource.ts';

export type DirectoryUserRow = {
  userId: string;
  userName: string;
  externalId: string | null;
  isActive: boolean;
  isLinked: boolean;
  isSuspendedHere: boolean;
  resource: Resource;
  version: number;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
};

const columns = [
  'user_id as userId',
  'user_name as userName',
  'external_id as externalId',
  'is_active as isActive',
  'is_linked as isLinked',
  'is_suspended_here as isSuspendedHere',
  'resource',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'deleted_at as deletedAt',
] as const;

/** Names in SCIM are compared without case. */
export const userNameKey = (userName: string) => userName.toLowerCase();

/** The JSON column is written from a `Resource` only. */
const asRow = (row: unknown) => row as DirectoryUserRow;

/** Locked until the transaction ends, so that changes of a user wait for each other. */
export async function lockDirectoryUser(
  db: Db,
  connectorId: string,
  userId: string,
): Promise<DirectoryUserRow | undefined> {
  const row = await db
    .selectFrom('directory_users')
    .select(columns)
    .where('connector_id', '=', connectorId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && asRow(row);
}

type Names = { userName: string; externalId: string | undefined };

/**
 * The connector as a filter of the rows that were found. A table that grew quickly has no statistics, and PostgreSQL
 * would read all users of the connector instead of one name.
 */
const ofConnector = (connectorId: string) => sql<boolean>`connector_id || '' = ${connectorId}`;

/**
 * Not deleted. Without statistics, PostgreSQL assumes that few values are null, and would read a whole index that contains
 * only these rows.
 */
const isPresent = sql<boolean>`coalesce(d.deleted_at, 'infinity') = 'infinity'`;

/** Users of the directory, present or deleted, with one of these names. Locked. */
export async function lockNamesakes(
  db: Db,
  connectorId: string,
  { userName, externalId }: Names,
): Promise<DirectoryUserRow[]> {
  const all = db.selectFrom('directory_users').select(columns).where(ofConnector(connectorId)).forUpdate();
  const byName = await all.where('user_name_key', '=', userNameKey(userName)).execute();
  const byId = externalId === undefined ? [] : await all.where('external_id', '=', externalId).execute();
  const isKnown = new Set(byName.map(({ userId }) => userId));
  return [...byName, ...byId.filter(({ userId }) => !isKnown.has(userId))].map(asRow);
}

/** The entry of an account in the directory of a connector, even if the directory has deleted it. Locked. */
export async function lockEntryOf(db: Db, connectorId: string, userId: string): Promise<DirectoryUserRow | undefined> {
  const row = await db
    .selectFrom('directory_users')
    .select(columns)
    .where('connector_id', '=', connectorId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && asRow(row);
}

/** Which of these names users of the directory have or had, by the key of the user name and by the external ID. */
export async function findKnownNames(
  db: Db,
  connectorId: string,
  names: readonly Names[],
): Promise<{ userNames: Set<string>; externalIds: Set<string> }> {
  const userNames = names.map(({ userName }) => userNameKey(userName));
  const externalIds = names.flatMap(({ externalId }) => externalId ?? []);
  // The limit makes the planner look up each name in the index. A plan for the empty table of a first import would read
  // all users of the tenant for each name, so no plan is kept.
  const { rows } = await sql<{ userName: string | null; externalId: string | null }>`
    select ${planEachTime} name as "userName", null as "externalId" from unnest(${userNames}::text[]) as name
    cross join lateral (select from directory_users
      where user_name_key = name and ${ofConnector(connectorId)} limit 1) known
    union all select null, id from unnest(${externalIds}::text[]) as id
    cross join lateral (select from directory_users
      where external_id = id and ${ofConnector(connectorId)} limit 1) known`.execute(db);
  return {
    userNames: new Set(rows.flatMap(({ userName }) => userName ?? [])),
    externalIds: new Set(rows.flatMap(({ externalId }) => externalId ?? [])),
  };
}

type Content = Names & { userId: string; isActive: boolean; isSuspendedHere: boolean; resource: Resource };

const stored = ({ userName, externalId, isActive, isSuspendedHere, resource }: Content) => ({
  user_name: userName,
  user_name_key: userNameKey(userName),
  external_id: externalId ?? null,
  is_active: isActive,
  is_suspended_here: isSuspendedHere,
  resource: JSON.stringify(resource),
});

export async function insertDirectoryUser(
  db: Db,
  connectorId: string,
  content: Content & { isLinked: boolean },
): Promise<DirectoryUserRow> {
  const row = await db
    .insertInto('directory_users')
    .values({
      ...stored(content),
      connector_id: connectorId,
      user_id: content.userId,
      is_linked: content.isLinked,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return asRow(row);
}

/** Inserts many new accounts of the directory in one statement. */
export async function insertDirectoryUsers(db: Db, connectorId: string, contents: readonly Content[]): Promise<void> {
  const rows = contents.map((content) => ({ ...content, userNameKey: userNameKey(content.userName) }));
  await sql`insert into directory_users (connector_id, user_id, user_name, user_name_key, external_id, is_active,
      is_suspended_here, resource)
    select ${connectorId}, "userId", "userName", "userNameKey", "externalId", "isActive", "isSuspendedHere", resource
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("userId" varchar, "userName" varchar,
      "userNameKey" varchar, "externalId" varchar, "isActive" boolean, "isSuspendedHere" boolean, resource jsonb)`.execute(
    db,
  );
}

/** Also brings back a user that the directory had deleted. */
export async function updateDirectoryUser(db: Db, connectorId: string, content: Content): Promise<DirectoryUserRow> {
  const row = await db
    .updateTable('directory_users')
    .set((eb) => ({
      ...stored(content),
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
      deleted_at: null,
    }))
    .where('connector_id', '=', connectorId)
    .where('user_id', '=', content.userId)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return asRow(row);
}

export async function markDeleted(
  db: Db,
  connectorId: string,
  userId: string,
  isSuspendedHere: boolean,
): Promise<void> {
  await db
    .updateTable('directory_users')
    .set((eb) => ({
      deleted_at: sql<Date>`now()`,
      is_active: false,
      is_suspended_here: isSuspendedHere,
      version: eb('version', '+', 1),
    }))
    .where('connector_id', '=', connectorId)
    .where('user_id', '=', userId)
    .execute();
}

const filterColumns: Columns = {
  plain: {
    id: sql`d.user_id`,
    userName: sql`d.user_name`,
    externalId: sql`d.external_id`,
    active: sql`d.is_active`,
    'meta.resourceType': sql`'User'::text`,
    'meta.created': sql`d.created_at`,
    'meta.lastModified': sql`d.updated_at`,
  },
  folded: { userName: sql`d.user_name_key` },
  lists: {
    groups: {
      columns: { value: sql`g.id`, display: sql`g.display_name` },
      exists: (condition) => sql`exists (select from directory_group_members m join directory_groups g
        on g.id = m.group_id where m.connector_id = d.connector_id and m.user_id = d.user_id and ${condition})`,
    },
  },
  json: sql`d.resource`,
};

export type GroupOfUser = { value: string; display: string };
type ListedUser = DirectoryUserRow & { groups: GroupOfUser[] };

const groupsOf = sql<
  GroupOfUser[]
>`coalesce((select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name)
    order by g.id) from directory_group_members m join directory_groups g on g.id = m.group_id
  where m.connector_id = d.connector_id and m.user_id = d.user_id), '[]')`;

/** Whether the filter can match only users with one certain name, which has an index of its own. */
const isByName = (filter: Filter | undefined): boolean =>
  filter?.op === 'and'
    ? isByName(filter.left) || isByName(filter.right)
    : filter?.op === 'eq' &&
      filter.value !== null &&
      filter.target.extension === undefined &&
      ['userName', 'externalId'].includes(filter.target.attribute.name);

const present = (db: Db, connectorId: string, filter: Filter | undefined) => {
  const all = db.selectFrom('directory_users as d');
  const query = isByName(filter)
    ? all.where(ofConnector(connectorId)).where(isPresent)
    : all.where('d.connector_id', '=', connectorId).where('d.deleted_at', 'is', null);
  return filter ? query.where(sql<boolean>`${conditionOf(filter, filterColumns)}`) : query;
};

export type Slice = { offset: number; limit: number };

/** Users of the directory in the order of their creation. */
export async function listDirectoryUsers(
  db: Db,
  connectorId: string,
  filter: Filter | undefined,
  { offset, limit }: Slice,
): Promise<ListedUser[]> {
  const rows = await present(db, connectorId, filter)
    .select([...columns, groupsOf.as('groups')])
    // Always true. Without it the index by time is not used: with a filter, it would read all users to find one.
    .$if(filter === undefined, (query) => query.where(sql<boolean>`d.created_at > '-infinity'`))
    .orderBy('d.created_at')
    .orderBy('d.user_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows as unknown as ListedUser[];
}

export async function countDirectoryUsers(db: Db, connectorId: string, filter?: Filter): Promise<number> {
  const row = await present(db, connectorId, filter)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function findDirectoryUser(db: Db, connectorId: string, userId: string): Promise<ListedUser | undefined> {
  const row = await present(db, connectorId, undefined)
    .select([...columns, groupsOf.as('groups')])
    .where('d.user_id', '=', userId)
    .executeTakeFirst();
  return row as unknown as ListedUser | undefined;
}

/**
 * The account of a person who signs in with the identity provider of the connector: the directory has sent the same ID,
 * as the external ID or as the user name.
 */
export async function findDirectoryPerson(
  db: Db,
  connectorId: string,
  identityId: string,
): Promise<{ id: string; isSuspended: boolean; epoch: number } | undefined> {
  return (
    db
      .selectFrom('directory_users as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select(['u.id', 'u.is_suspended as isSuspended', 'u.security_epoch as epoch'])
      .where('d.connector_id', '=', connectorId)
      .where('d.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('d.external_id', '=', identityId), eb('d.user_name_key', '=', userNameKey(identityId))]))
      // The external ID has precedence: one person may have the ID of another as the name.
      .orderBy(sql`(d.external_id = ${identityId}) is true`, 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}
