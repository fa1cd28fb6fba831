import type { ApplicationType } from '@postern/contracts/access/applications';
import { internalRolePrefix } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Holders of roles: users and machine-to-machine applications. Only their tables differ. */
const holders = {
  user: { table: 'users_roles', column: 'user_id' },
  application: { table: 'applications_roles', column: 'application_id' },
} as const;
export type Holder = { kind: keyof typeof holders; id: string };

const tableOf = ({ kind }: Pick<Holder, 'kind'>) => sql.table(holders[kind].table);
const columnOf = ({ kind }: Pick<Holder, 'kind'>) => sql.ref(holders[kind].column);

/** Returns the given ids that exist; for applications, with their type. */
export async function listUserIds(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('id', '=', sql<string>`any(${ids})`).execute();
  return rows.map(({ id }) => id);
}

export async function listApplicationTypes(db: Db, ids: string[]): Promise<{ id: string; type: ApplicationType }[]> {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'type'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return rows as { id: string; type: ApplicationType }[];
}

/**
 * Waits for other changes of these holders' roles. Changes of several rows lock the holders first, sorted by id,
 * because two that lock the same rows in a different order would deadlock.
 */
export async function lockHolders(db: Db, kind: Holder['kind'], ids: string[]): Promise<void> {
  const table = kind === 'user' ? 'users' : 'applications';
  await sql`select id from ${sql.table(table)} where id = any(${ids}) order by id for no key update`.execute(db);
}

/** Returns the ids that did not have the role before. */
export async function insertHolders(db: Db, kind: Holder['kind'], ids: string[], roleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into ${tableOf({ kind })} (${columnOf({ kind })}, role_id)
    select distinct given, ${roleId} from unnest(${ids}::text[]) given
    on conflict do nothing returning ${columnOf({ kind })} as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of the roles that are new. */
export async function insertAssignments(db: Db, holder: Holder, roleIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into ${tableOf(holder)} (${columnOf(holder)}, role_id)
    select distinct ${holder.id}, given from unnest(${roleIds}::text[]) given
    on conflict do nothing returning role_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteAssignment(db: Db, holder: Holder, roleId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${tableOf(holder)}
    where ${columnOf(holder)} = ${holder.id} and role_id = ${roleId}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Keeps internal roles, which are assigned by other means. */
export async function deleteOtherAssignments(db: Db, holder: Holder, keptRoleIds: string[]): Promise<void> {
  await sql`delete from ${tableOf(holder)} where ${columnOf(holder)} = ${holder.id}
    and role_id <> all(${keptRoleIds}::text[])
    and role_id not in (select id from roles where name like ${`${internalRolePrefix}%`})`.execute(db);
}

/** Adds roles to many users; existing assignments stay. */
export async function insertRolesOfMany(db: Db, pairs: readonly { userId: string; roleId: string }[]): Promise<void> {
  await sql`insert into users_roles (user_id, role_id)
    select "userId", "roleId" from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given ("userId" varchar, "roleId" varchar)
    on conflict do nothing`.execute(db);
}

/** The default roles of the tenant, and the user roles with these names. */
export async function findUserRoles(
  db: Db,
  names: readonly string[],
): Promise<{ id: string; name: string; isDefault: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; isDefault: boolean }>`
    select id, name, is_default as "isDefault" from roles where type = 'User'
    and (is_default or name = any(${[...names]}::text[]))`.execute(db);
  return rows;
}

/**
 * Assigns the default roles of the tenant and those with these names, in one statement. Returns the names of all
 * assigned roles.
 */
export async function insertDefaultRoles(
  db: Db,
  userIds: readonly string[],
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with wanted as (
      select id, name from roles where type = 'User' and is_default
      union select id, name from roles where type = 'User' and name = any(${[...names]}::text[])
    ), given as (
      insert into users_roles (user_id, role_id)
      select user_id, id from wanted cross join unnest(${[...userIds]}::text[]) as given (user_id) on conflict do nothing
    ) select name from wanted`.execute(db);
  return rows.map(({ name }) => name);
}

export async function insertUserRolesByName(db: Db, userId: string, names: readonly string[]): Promise<void> {
  await sql`insert into users_roles (user_id, role_id)
    select ${userId}, id from roles where name = any(${[...names]}::text[]) and type = 'User' on conflict do nothing`.execute(
    db,
  );
}

async function findRoleId(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst())?.id;
}

export async function hasApplicationRole(db: Db, applicationId: string, roleName: string): Promise<boolean> {
  const row = await db
    .selectFrom('applications_roles')
    .innerJoin('roles', 'roles.id', 'applications_roles.role_id')
    .select('roles.id')
    .where('applications_roles.application_id', '=', applicationId)
    .where('roles.name', '=', roleName)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the tenant has no such role. */
export async function assignApplicationRole(db: Db, applicationId: string, roleName: string): Promise<boolean> {
  const roleId = await findRoleId(db, roleName);
  if (!roleId) {
    return false;
  }
  await insertAssignments(db, { kind: 'application', id: applicationId }, [roleId]);
  return true;
}

/** Returns false if the tenant has no such role. */
export async function removeApplicationRole(db: Db, applicationId: string, roleName: string): Promise<boolean> {
  const roleId = await findRoleId(db, roleName);
  if (!roleId) {
    return false;
  }
  await deleteAssignment(db, { kind: 'application', id: applicationId }, roleId);
  return true;
}

export type Assignment = { userId: string; roleId: string };

const pairs = (userIds: string[], roleIds: string[]) =>
  sql`unnest(${userIds}::text[]) u (user_id), unnest(${[...new Set(roleIds)]}::text[]) r (role_id)`;

/** Assigns every role to every user. Returns the new assignments. */
export async function insertForMany(db: Db, userIds: string[], roleIds: string[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`insert into users_roles (user_id, role_id)
    select u.user_id, r.role_id from ${pairs(userIds, roleIds)}
    on conflict do nothing returning user_id as "userId", role_id as "roleId"`.execute(db);
  return rows;
}

/** Removes the roles from the users. Returns the removed assignments. */
export async function deleteForMany(db: Db, userIds: string[], roleIds: string[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`delete from users_roles
    where user_id = any(${userIds}) and role_id = any(${roleIds})
    returning user_id as "userId", role_id as "roleId"`.execute(db);
  return rows;
}
