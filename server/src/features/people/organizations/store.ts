import type { Organization } from '@postern/contracts/access/organization';
import {
  type CreateOrganization,
  featuredMembers,
  type ListedOrganization,
  type UpdateOrganization,
} from '@postern/contracts/people/organizations';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Database } from '#platform/db/db-types';
import { fromTheEnd, type Page } from '#platform/db/paging';
import { containing } from '#platform/db/search';

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
/**
 * A text that so many of the newest rows contain is common: the list is read in its order until the page is full. With
 * the index, all matches would be read and sorted for each page.
 */
export const probedRows = 200;
export const commonFrom = 20;
/** The total of a search for a common text is exact below the next multiple of this number after the page. */
const countStep = 2000;
export const countedUpTo = ({ limit, offset }: Page) => Math.ceil((offset + limit + 1) / countStep) * countStep;

const inOrder = sql`select * from organizations order by created_at desc, id`;

/** How a list finds its rows. Only rare texts know their total. */
type SearchPlan = { kind: 'all' | 'short' | 'common' } | { kind: 'rare'; total: number };

async function planSearch(db: Db, q: string | undefined): Promise<SearchPlan> {
  if (!q) {
    return { kind: 'all' };
  }
  if (q.length < minIndexed) {
    return { kind: 'short' };
  }
  const pattern = containing(q);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${inOrder} limit ${probedRows}) newest
    where search_text ilike ${pattern}`.execute(db);
  if ((rows[0]?.n ?? 0) >= commonFrom) {
    return { kind: 'common' };
  }
  const { rows: found } = await sql<{ total: number }>`select count(*)::int as total from (
    select search_organizations(${pattern}) limit ${maxScanned + 1}) found`.execute(db);
  const total = found[0]?.total ?? 0;
  return total > maxScanned ? { kind: 'common' } : { kind: 'rare', total };
}

/** Arrays of ids are looked up by the key; with `in`, the planner may read the whole table. */
function matching(db: Db, { kind }: SearchPlan, q = '') {
  const all = db.selectFrom('organizations');
  const pattern = containing(q);
  switch (kind) {
    case 'all':
      return all;
    case 'short':
      return all.where(
        sql<boolean>`id = any (array(select id from (${inOrder} limit ${maxScanned}) newest
          where search_text ilike ${pattern}))`,
      );
    case 'rare':
      return all.where(sql<boolean>`id = any (array(select search_organizations(${pattern})))`);
    case 'common':
      // The offset keeps the planner from sorting all matches.
      return db
        .selectFrom(sql<Database['organizations']>`(${inOrder} offset 0)`.as('organizations'))
        .where(sql<boolean>`search_text ilike ${pattern}`);
  }
}

/** Triggers maintain the count of all organizations. */
async function countMatching(db: Db, way: SearchPlan, q: string | undefined, page: Page): Promise<number> {
  if (way.kind === 'rare') {
    return way.total;
  }
  const count = sql<number>`count(*)`.as('total');
  if (way.kind === 'all') {
    const row = await db
      .selectFrom('row_counts')
      .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('total'))
      .where('kind', '=', 'organizations')
      .executeTakeFirst();
    return row?.total ?? 0;
  }
  const some = matching(db, way, q).select('id').limit(countedUpTo(page));
  return (await db.selectFrom(some.as('some')).select(count).executeTakeFirstOrThrow()).total;
}

/** Pages after so many rows are found by the number of organizations per day. */
const farOffset = 2000;

/** The day on which a row of the list was created, and the number of rows before this day. */
async function findDay(db: Db, offset: number, direction: 'asc' | 'desc') {
  const order = sql.raw(direction);
  const { rows } = await sql<{ day: string; before: number }>`select day, before from (
      select day, (sum(n) over (order by day ${order}) - n)::bigint as before from (
        select right(kind, 10) as day, sum(n)::bigint as n from row_counts
        where starts_with(kind, 'organizations ') group by 1) days) cumulated
    where before <= ${offset} order by before desc limit 1`.execute(db);
  const [found] = rows;
  const start = sql`(${found?.day}::date::timestamp at time zone 'UTC')`;
  const condition =
    direction === 'asc'
      ? sql<boolean>`created_at >= ${start}`
      : sql<boolean>`created_at < ${start} + interval '24 hours'`;
  return found && { before: found.before, condition };
}

const usersCount = sql<number>`(select coalesce(sum(c.n), 0)::bigint from organization_counts c
  where c.organization_id = o.id and c.kind = 'organization_users')`;
/** Always true. Only queries with this condition use the indexes of `m` that are sorted by time; see migration 0086. */
export const inOrderOfJoining = sql<boolean>`m.created_at > '-infinity'`;

const featuredUsers = sql<NonNullable<ListedOrganization['featuredUsers']>>`(
  select coalesce(json_agg(one), '[]') from (
    select u.id, u.avatar, u.name from organization_users m join users u on u.id = m.user_id
    where m.organization_id = o.id and ${inOrderOfJoining} order by m.created_at, m.user_id limit ${featuredMembers}) one)`;

type Listed = { total: number; organizations: ListedOrganization[] };

/** The newest first. `withMembers` adds the number of members and the first of them, in the same query. */
export async function listOrganizations(
  db: Db,
  q: string | undefined,
  page: Page,
  { withMembers = false } = {},
): Promise<Listed> {
  const way = await planSearch(db, q);
  const total = await countMatching(db, way, q, page);
  const end = way.kind === 'all' ? fromTheEnd(page, total) : undefined;
  const offset = end?.offset ?? page.offset;
  const day = way.kind === 'all' && offset > farOffset ? await findDay(db, offset, end ? 'asc' : 'desc') : undefined;
  const inList = matching(db, way, q);
  const window = (day ? inList.where(day.condition) : inList)
    .orderBy('created_at', end ? 'asc' : 'desc')
    .orderBy('id', end ? 'desc' : 'asc')
    .limit(end?.limit ?? page.limit)
    .offset(offset - (day?.before ?? 0));
  // The other rows before the page are skipped in the index alone, without reading the table.
  const some =
    way.kind === 'all'
      ? db
          .selectFrom('organizations')
          .select(columns)
          .where(sql<boolean>`id = any (array(${window.select('id')}))`)
      : window.select(columns);
  const query = db.selectFrom(some.as('o')).selectAll().orderBy('o.createdAt', 'desc').orderBy('o.id');
  const rows = await (withMembers
    ? query.select([usersCount.as('usersCount'), featuredUsers.as('featuredUsers')])
    : query
  ).execute();
  // The JSON columns were validated when they were written.
  return { total, organizations: rows as ListedOrganization[] };
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const row = await db.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirst();
  return row as Organization | undefined;
}

/** Those of the ids that exist. */
export async function listExistingOrganizations(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
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
