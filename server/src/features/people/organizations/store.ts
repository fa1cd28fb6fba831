import type { Organization } from '@postern/contracts/access/organization';
import {
  type CreateOrganization,
  featuredMembers,
  type ListedOrganization,
  type UpdateOrganization,
} from '@postern/contracts/people/organizations';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Page } from '#platform/paging';
import { containing } from '#platform/search';

const columns = [
  'tenant_id as tenantId',
  'id',
  'name',
  'description',
  'custom_data as customData',
  'is_mfa_required as isMfaRequired',
  'color',
  'branding',
  'custom_css as customCss',
  'created_at as createdAt',
] as const;

/**
 * A trigram index needs at least three characters. Shorter texts are only looked up in this many of the newest rows, so
 * that no search reads all of them.
 */
export const minIndexed = 3;
export const maxScanned = 10_000;

/** Arrays of ids are looked up by the key; with `in`, the planner may read the whole table. */
function found(db: Db, q: string | undefined) {
  const all = db.selectFrom('organizations');
  if (!q) {
    return all;
  }
  const pattern = containing(q);
  return q.length < minIndexed
    ? all.where(
        sql<boolean>`id = any (array(select id from (
          select id, search_text from organizations order by created_at desc, id limit ${maxScanned}) newest
          where search_text ilike ${pattern}))`,
      )
    : all.where(sql<boolean>`id in (select search_organizations(${pattern}))`);
}

const newest = (db: Db, q: string | undefined, page: Page) =>
  found(db, q).select(columns).orderBy('created_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset);

export async function listOrganizations(db: Db, q: string | undefined, page: Page): Promise<ListedOrganization[]> {
  // The JSON columns were validated when they were written.
  return (await newest(db, q, page).execute()) as ListedOrganization[];
}

const usersCount = sql<number>`(select coalesce(sum(c.n), 0)::bigint from organization_counts c
  where c.organization_id = o.id and c.kind = 'organization_users')`;
const featuredUsers = sql<NonNullable<ListedOrganization['featuredUsers']>>`(
  select coalesce(json_agg(one), '[]') from (
    select u.id, u.avatar, u.name from organization_users m join users u on u.id = m.user_id
    where m.organization_id = o.id order by m.created_at, m.user_id limit ${featuredMembers}) one)`;

/** The same page with the number of members and the first of them, in one query. */
export async function listOrganizationsWithMembers(
  db: Db,
  q: string | undefined,
  page: Page,
): Promise<ListedOrganization[]> {
  const rows = await db
    .selectFrom(newest(db, q, page).as('o'))
    .selectAll()
    .select([usersCount.as('usersCount'), featuredUsers.as('featuredUsers')])
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id')
    .execute();
  return rows as ListedOrganization[];
}

/** Triggers maintain the count of all organizations. */
export async function countOrganizations(db: Db, q: string | undefined): Promise<number> {
  if (q) {
    return (await found(db, q).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
  }
  const row = await db
    .selectFrom('row_counts')
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('total'))
    .where('kind', '=', 'organizations')
    .executeTakeFirst();
  return row?.total ?? 0;
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const row = await db.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirst();
  return row as Organization | undefined;
}

type Values = Omit<UpdateOrganization, 'tenantId'>;

/** Only the given values. */
const written = ({ name, description, customData, isMfaRequired, color, branding, customCss, createdAt }: Values) => ({
  ...(name === undefined ? {} : { name }),
  ...(description === undefined ? {} : { description }),
  ...(customData === undefined ? {} : { custom_data: JSON.stringify(customData) }),
  ...(isMfaRequired === undefined ? {} : { is_mfa_required: isMfaRequired }),
  ...(color === undefined ? {} : { color: JSON.stringify(color) }),
  ...(branding === undefined ? {} : { branding: JSON.stringify(branding) }),
  ...(customCss === undefined ? {} : { custom_css: customCss }),
  ...(createdAt === undefined ? {} : { created_at: new Date(createdAt) }),
});

export async function insertOrganization(db: Db, id: string, given: CreateOrganization): Promise<Organization> {
  const row = await db
    .insertInto('organizations')
    .values({ ...written(given), id, name: given.name })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Organization;
}

export async function updateOrganization(db: Db, id: string, given: Values): Promise<Organization | undefined> {
  const row = await db
    .updateTable('organizations')
    // The id keeps an update without changes valid SQL.
    .set((eb) => ({ id: eb.ref('id'), ...written(given) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as Organization | undefined;
}

export async function deleteOrganization(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('organizations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}
