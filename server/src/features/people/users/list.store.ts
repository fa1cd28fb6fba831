import type { OrganizationWithRoles } from '@postern/contracts/access/organization';
import { maxCounted, timeOf, type UserFilter, type userSortFields } from '@postern/contracts/people/user-filter';
import type { User } from '@postern/contracts/people/users';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, planEachTime } from '#platform/db/db';
import type { Page, Sort } from '#platform/db/paging';
import { matches, narrowingPatterns, type Search } from '#platform/db/search';
import { columns, hasPassword } from './store.ts';

type FilterParts = Omit<UserFilter, 'search'>;

/** The condition of one part of a filter on a row of `users`. */
type Part = {
  condition: Expression<SqlBool>;
  /** The same users from another table, one row each: faster to count if it is the only condition. */
  rows?: RawBuilder<unknown>;
};

const listOf = (value: string | string[]) => [value].flat();
const at = (moment: string) => sql`to_timestamp(${timeOf(moment)}::float8 / 1000)`;
const on = (condition: Expression<SqlBool>): Part => ({ condition });

/** A condition on another table with one row per person. */
function beside(table: string, condition: Expression<SqlBool>): Part {
  const rows = sql`select user_id from ${sql.table(table)} where ${condition}`;
  return { condition: sql<SqlBool>`users.id in (${rows})`, rows };
}

function roleParts(roleIds: string[]): Part {
  const part = beside('users_roles', sql<SqlBool>`role_id = any(${roleIds})`);
  // With several roles a person may have several rows.
  return roleIds.length === 1 ? part : { condition: part.condition };
}

function identityPart(has: boolean): Part {
  return has
    ? { ...beside('user_identities', sql<SqlBool>`true`), rows: sql`select distinct user_id from user_identities` }
    : on(sql<SqlBool>`users.identities = '{}'`);
}

function signInPart({ lastSignInFrom, lastSignInTo, neverSignedIn }: FilterParts): Part | undefined {
  const range = [
    ...(lastSignInFrom ? [sql<SqlBool>`last_sign_in_at >= ${at(lastSignInFrom)}`] : []),
    ...(lastSignInTo ? [sql<SqlBool>`last_sign_in_at < ${at(lastSignInTo)}`] : []),
  ];
  const never = sql<SqlBool>`last_sign_in_at is null`;
  const within = sql<SqlBool>`(${sql.join(range, sql` and `)})`;
  if (range.length > 0) {
    return beside('user_traits', neverSignedIn === 'true' ? sql<SqlBool>`(${within} or ${never})` : within);
  }
  return (
    neverSignedIn && beside('user_traits', neverSignedIn === 'true' ? never : sql<SqlBool>`last_sign_in_at is not null`)
  );
}

const nullable = { hasPassword: 'password_encrypted', hasEmail: 'primary_email', hasPhone: 'primary_phone' } as const;

/** Each part of a filter as a condition that uses an index if few rows match, and a column of the row if many do. */
function partsOf(filter: FilterParts): Part[] {
  const { isSuspended, applicationId, roleId, createdFrom, createdTo, hasIdentity, hasMfa } = filter;
  const signIn = signInPart(filter);
  const present = Object.entries(nullable).flatMap(([name, column]) => {
    const wanted = filter[name as keyof typeof nullable];
    return wanted ? [on(sql<SqlBool>`${sql.ref(column)} is ${sql.raw(wanted === 'true' ? 'not null' : 'null')}`)] : [];
  });
  return [
    ...(isSuspended ? [on(isSuspended === 'true' ? sql<SqlBool>`is_suspended` : sql<SqlBool>`not is_suspended`)] : []),
    ...(applicationId ? [on(sql<SqlBool>`application_id = any(${listOf(applicationId)})`)] : []),
    ...(roleId ? [roleParts(listOf(roleId))] : []),
    ...(createdFrom ? [on(sql<SqlBool>`users.created_at >= ${at(createdFrom)}`)] : []),
    ...(createdTo ? [on(sql<SqlBool>`users.created_at < ${at(createdTo)}`)] : []),
    ...(signIn ? [signIn] : []),
    ...present,
    ...(hasIdentity ? [identityPart(hasIdentity === 'true')] : []),
    ...(hasMfa ? [beside('user_traits', hasMfa === 'true' ? sql<SqlBool>`has_mfa` : sql<SqlBool>`not has_mfa`)] : []),
  ];
}

export type ListFilter = {
  search: Search | undefined;
  only?: FilterParts;
  excludeRoleId?: string;
  excludeOrganizationId?: string;
};
/** Whether the filter is empty. */
export const isWhole = ({ search, only, excludeRoleId, excludeOrganizationId }: ListFilter) =>
  !search && !excludeRoleId && !excludeOrganizationId && partsOf(only ?? {}).length === 0;

type UserOrder = Sort<(typeof userSortFields)[number]>;

function searchConditions(search: Search | undefined): Expression<SqlBool>[] {
  const patterns = search && narrowingPatterns(search);
  return patterns
    ? [sql<SqlBool>`id in (select found from unnest(${patterns}::text[]) needle, search_users(needle) as hit (found))`]
    : [];
}

function exclusions({ excludeRoleId, excludeOrganizationId }: ListFilter): Expression<SqlBool>[] {
  return [
    ...(excludeRoleId
      ? [
          // `offset 0` keeps the planner from a lookup per user, which is extremely slow if nearly all have the role.
          sql<SqlBool>`not exists (select from (select user_id from users_roles where role_id = ${excludeRoleId} offset 0) r
            where r.user_id = users.id)`,
        ]
      : []),
    ...(excludeOrganizationId
      ? [
          sql<SqlBool>`not exists (select from organization_users o where o.user_id = users.id and o.organization_id = ${excludeOrganizationId})`,
        ]
      : []),
  ];
}

/** The users that match a filter. */
export function filteredUsers(db: Db, filter: ListFilter) {
  const parts = partsOf(filter.only ?? {});
  let query = db.selectFrom('users');
  for (const condition of [...searchConditions(filter.search), ...exclusions(filter), ...parts.map(conditionOf)]) {
    query = query.where(condition);
  }
  if (parts.length > 0) {
    query = query.modifyFront(planEachTime);
  }
  return filter.search ? query.where(matches<'users'>(filter.search)) : query;
}

const conditionOf = ({ condition }: Part) => condition;
const shownName = sql`lower(coalesce(name, username, primary_email, primary_phone, id))`;

/** Each order uses an index, forwards or backwards, so the second column has the same direction as the first. */
function inOrder(query: ReturnType<typeof filteredUsers>, { field, direction }: UserOrder) {
  const [there, back] = direction === 'asc' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  if (field === 'name') {
    return query.orderBy(shownName, there).orderBy('id', there);
  }
  if (field === 'createdAt') {
    return query.orderBy('created_at', there).orderBy('id', back);
  }
  return query
    .innerJoin(
      (eb) => eb.selectFrom('user_traits').select(['user_id as ofUser', 'last_sign_in_at as signedInAt']).as('traits'),
      (join) => join.onRef('traits.ofUser', '=', 'users.id'),
    )
    .orderBy('traits.signedInAt', (by) => (direction === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast()))
    .orderBy('traits.ofUser', back);
}

const newestFirst: UserOrder = { field: 'createdAt', direction: 'desc' };

export async function listUsers(db: Db, filter: ListFilter, page: Page, order = newestFirst): Promise<User[]> {
  const rows = await inOrder(filteredUsers(db, filter), order)
    .select([...columns, hasPassword])
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows as User[];
}

/** The newest users and their total in one round trip, for the most requested page. */
export async function listNewestUsers(db: Db, page: Page): Promise<{ users: User[]; total: number } | undefined> {
  const total = sql<number>`(select coalesce(sum(n), 0)::bigint from row_counts where kind = 'users')`.as('total');
  const rows = await db
    .selectFrom('users')
    .select([...columns, hasPassword, total])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  // Past the end there is no row with the total.
  return rows[0] && { users: rows as unknown as User[], total: rows[0].total };
}

async function countAllUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('row_counts')
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('total'))
    .where('kind', '=', 'users')
    .executeTakeFirst();
  return row?.total ?? 0;
}

async function countRows(db: Db, rows: Expression<unknown>, isCapped: boolean): Promise<number> {
  const some = isCapped ? sql`select from (${rows}) r limit ${maxCounted + 1}` : rows;
  const counted = await sql<{ total: number }>`select ${planEachTime} count(*) as total from (${some}) c`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/**
 * Triggers maintain the count of all users; filtered counts have to be computed. A capped count stops at `maxCounted`
 * plus one.
 */
export async function countUsers(db: Db, filter: ListFilter, { isCapped = false } = {}): Promise<number> {
  const { search, only = {}, excludeRoleId, excludeOrganizationId } = filter;
  const [part, ...others] = partsOf(only);
  if (!search && !excludeOrganizationId && others.length === 0) {
    if (!part) {
      const all = await countAllUsers(db);
      return excludeRoleId ? all - (await countUsers(db, { search, only: { roleId: excludeRoleId } })) : all;
    }
    if (part.rows && !excludeRoleId) {
      return countRows(db, part.rows, isCapped);
    }
  }
  return countRows(db, filteredUsers(db, filter).select('id'), isCapped);
}

/** The organizations of a person with their roles in one query; newest membership first. */
export async function listUserOrganizations(db: Db, userId: string): Promise<OrganizationWithRoles[]> {
  const rows = await db
    .selectFrom('organization_users as member')
    .innerJoin('organizations as o', 'o.id', 'member.organization_id')
    .select([
      'o.tenant_id as tenantId',
      'o.id as id',
      'o.name as name',
      'o.description as description',
      'o.custom_data as customData',
      'o.is_mfa_required as isMfaRequired',
      'o.color as color',
      'o.branding as branding',
      'o.custom_css as customCss',
      'o.created_at as createdAt',
      sql`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
        from organization_users_roles given join organization_roles r on r.id = given.organization_role_id
        where given.organization_id = o.id and given.user_id = member.user_id), '[]')`.as('organizationRoles'),
    ])
    .where('member.user_id', '=', userId)
    .orderBy('member.created_at', 'desc')
    .orderBy('o.id')
    .execute();
  // The JSON columns were validated when they were written; the roles are built above.
  return rows as OrganizationWithRoles[];
}
