import {
  featuredCount,
  type Role,
  type RoleType,
  type RoleWithHolders,
  type UpdateRole,
} from '@postern/contracts/access/roles';
import { internalRolePrefix } from '@postern/contracts/wire';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page, Sort } from '#platform/db/paging';
import { matches, type Search } from '#platform/db/search';

const columns = ['tenant_id as tenantId', 'id', 'name', 'description', 'type', 'is_default as isDefault'] as const;

export type RoleFilter = {
  search: Search | undefined;
  type?: RoleType;
  /** Only roles of this user or application. */
  userId?: string;
  applicationId?: string;
  excludeUserId?: string;
  excludeApplicationId?: string;
};

function conditions(filter: RoleFilter): Expression<SqlBool>[] {
  const { type, userId, applicationId, excludeUserId, excludeApplicationId } = filter;
  const ofUser = (id: string) => sql<SqlBool>`id in (select role_id from users_roles where user_id = ${id})`;
  const ofApplication = (id: string) =>
    sql<SqlBool>`id in (select role_id from applications_roles where application_id = ${id})`;
  return [
    sql<SqlBool>`name not like ${`${internalRolePrefix}%`}`,
    ...(type ? [sql<SqlBool>`type = ${type}`] : []),
    ...(userId ? [ofUser(userId)] : []),
    ...(applicationId ? [ofApplication(applicationId)] : []),
    ...(excludeUserId ? [sql<SqlBool>`not ${ofUser(excludeUserId)}`] : []),
    ...(excludeApplicationId ? [sql<SqlBool>`not ${ofApplication(excludeApplicationId)}`] : []),
  ];
}

function filtered(db: Db, filter: RoleFilter) {
  let query = db.selectFrom('roles');
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  return filter.search ? query.where(matches<'roles'>(filter.search)) : query;
}

const pageOf = (db: Db, filter: RoleFilter, page: Page, sort?: Sort<'name'>) =>
  filtered(db, filter)
    .select(columns)
    .orderBy(sql`lower(name)`, sort?.direction)
    .orderBy('id', sort?.direction)
    .limit(page.limit)
    .offset(page.offset);

export async function listRoles(db: Db, filter: RoleFilter, page: Page): Promise<Role[]> {
  return (await pageOf(db, filter, page).execute()) as Role[];
}

export async function countRoles(db: Db, filter: RoleFilter): Promise<number> {
  const query = filtered(db, filter).select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

const usersCount = sql<number>`(select count(*) from users_roles h where h.role_id = role.id)`;
const applicationsCount = sql<number>`(select count(*) from applications_roles h where h.role_id = role.id)`;
const featuredUsers = sql<RoleWithHolders['featuredUsers']>`(
  select coalesce(json_agg(one), '[]') from (
    select u.id, u.avatar, u.name from users_roles h join users u on u.id = h.user_id
    where h.role_id = role.id order by h.user_id limit ${featuredCount}) one)`;
const featuredApplications = sql<RoleWithHolders['featuredApplications']>`(
  select coalesce(json_agg(one), '[]') from (
    select a.id, a.name, a.type from applications_roles h join applications a on a.id = h.application_id
    where h.role_id = role.id order by h.application_id limit ${featuredCount}) one)`;

/** A page of roles, each with the number of holders and some of them, in one query. */
export async function listRolesWithHolders(
  db: Db,
  filter: RoleFilter,
  page: Page,
  sort?: Sort<'name'>,
): Promise<RoleWithHolders[]> {
  const rows = await db
    .selectFrom(pageOf(db, filter, page, sort).as('role'))
    .selectAll()
    .select([
      usersCount.as('usersCount'),
      featuredUsers.as('featuredUsers'),
      applicationsCount.as('applicationsCount'),
      featuredApplications.as('featuredApplications'),
    ])
    .orderBy(sql`lower(role.name)`, sort?.direction)
    .orderBy('role.id', sort?.direction)
    .execute();
  return rows as RoleWithHolders[];
}

export async function findRole(db: Db, id: string): Promise<Role | undefined> {
  return (await db.selectFrom('roles').select(columns).where('id', '=', id).executeTakeFirst()) as Role | undefined;
}

export async function listRolesById(db: Db, ids: string[]): Promise<Role[]> {
  return ids.length === 0
    ? []
    : ((await db.selectFrom('roles').select(columns).where('id', '=', sql<string>`any(${ids})`).execute()) as Role[]);
}

export type NewRole = { id: string; name: string; description: string; type: RoleType; isDefault?: boolean };

export async function insertRole(db: Db, { isDefault, ...role }: NewRole): Promise<Role> {
  const row = await db
    .insertInto('roles')
    .values({ ...role, is_default: isDefault })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Role;
}

export async function updateRole(
  db: Db,
  id: string,
  { name, description, isDefault }: UpdateRole,
): Promise<Role | undefined> {
  const row = await db
    .updateTable('roles')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(isDefault === undefined ? {} : { is_default: isDefault }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as Role | undefined;
}

export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute();
}
