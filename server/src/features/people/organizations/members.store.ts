import type { OrganizationScope } from '@postern/contracts/access/organization-scopes';
import type { OrganizationApplication, OrganizationMember } from '@postern/contracts/people/organization-members';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { fromTheEnd, type Page } from '#platform/db/paging';
import { containing } from '#platform/db/search';
import { countMembers } from './memberships.store.ts';
import { commonFrom, countedUpTo, inOrderOfJoining, maxScanned, minIndexed, probedRows } from './store.ts';

type Roles = OrganizationMember['organizationRoles'];

const rolesOfUser = sql<Roles>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
  from organization_users_roles h join organization_roles r on r.id = h.organization_role_id
  where h.organization_id = m.organization_id and h.user_id = m.user_id), '[]')`;

/** The members who joined last come first, with the text that a search looks at; looked up one by one. */
const inOrder = (organizationId: string) => sql`select m.organization_id, m.user_id, m.created_at,
    (select search_text from users where id = m.user_id) as search_text
  from organization_users m where organization_id = ${organizationId} and ${inOrderOfJoining}
  order by created_at desc, user_id desc`;

type Found = { organization_id: string; user_id: string; created_at: Date };

/** A text that many of the newest members contain is common; see the list of organizations. */
async function isCommon(db: Db, organizationId: string, q: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (${inOrder(organizationId)} limit ${probedRows}) newest where search_text ilike ${containing(q)}`.execute(db);
  return (rows[0]?.n ?? 0) >= commonFrom;
}

/** Arrays of ids are looked up by the key; with `in`, the planner may read all members. */
function usersIn(db: Db, organizationId: string, q: string | undefined, isInOrder: boolean) {
  if (q && (isInOrder || q.length < minIndexed)) {
    const rows = q.length < minIndexed ? sql`limit ${maxScanned}` : sql`offset 0`;
    return db
      .selectFrom(sql<Found>`(${inOrder(organizationId)} ${rows})`.as('m'))
      .where(sql<boolean>`search_text ilike ${containing(q)}`);
  }
  const all = db.selectFrom('organization_users as m').where('m.organization_id', '=', organizationId);
  return q
    ? all.where(
        sql<boolean>`m.user_id = any (array(select search_organization_users(${organizationId}, ${containing(q)})))`,
      )
    : all.where(inOrderOfJoining);
}

const holdersOf = (organizationId: string, roleId: string) =>
  sql<boolean>`m.user_id = any (array(select user_id from organization_users_roles
    where organization_id = ${organizationId} and organization_role_id = ${roleId}))`;

type ListedUsers = { total: number; users: OrganizationMember[] };

/**
 * The members who joined last come first; with a role, only those who have it. Without either: undefined if the
 * organization does not exist.
 */
export async function listUsersIn(
  db: Db,
  organizationId: string,
  q: string | undefined,
  page: Page,
  organizationRoleId?: string,
): Promise<ListedUsers | undefined> {
  const isInOrder = q !== undefined && q.length >= minIndexed && (await isCommon(db, organizationId, q));
  const all = usersIn(db, organizationId, q, isInOrder);
  const found = organizationRoleId ? all.where(holdersOf(organizationId, organizationRoleId)) : all;
  const isFiltered = q !== undefined || organizationRoleId !== undefined;
  const counted = found.select('m.user_id');
  const total = isFiltered
    ? (
        await db
          .selectFrom((q ? counted.limit(isInOrder ? countedUpTo(page) : maxScanned) : counted).as('some'))
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirstOrThrow()
      ).total
    : await countMembers(db, 'user', organizationId);
  if (total === undefined) {
    return undefined;
  }
  const end = isFiltered ? undefined : fromTheEnd(page, total);
  const direction = end ? 'asc' : 'desc';
  const some = found
    .select(['m.organization_id', 'm.user_id', 'm.created_at'])
    .orderBy('m.created_at', direction)
    .orderBy('m.user_id', direction)
    .limit(end?.limit ?? page.limit)
    .offset(end?.offset ?? page.offset);
  const rows = await db
    .selectFrom(some.as('m'))
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'u.id',
      'u.username',
      'u.primary_email as primaryEmail',
      'u.primary_phone as primaryPhone',
      'u.name',
      'u.avatar',
      'u.custom_data as customData',
      'u.identities',
      'u.last_sign_in_at as lastSignInAt',
      'u.created_at as createdAt',
      'u.updated_at as updatedAt',
      'u.profile',
      'u.application_id as applicationId',
      'u.is_suspended as isSuspended',
      rolesOfUser.as('organizationRoles'),
    ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.user_id', 'desc')
    .execute();
  return { total, users: rows as OrganizationMember[] };
}

const rolesOfApplication = sql<Roles>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
  from organization_applications_roles h join organization_roles r on r.id = h.organization_role_id
  where h.organization_id = m.organization_id and h.application_id = m.application_id), '[]')`;

function applicationsIn(db: Db, organizationId: string, q: string | undefined) {
  const pattern = q && containing(q);
  const all = db
    .selectFrom('organization_applications as m')
    .innerJoin('applications as a', 'a.id', 'm.application_id')
    .where('m.organization_id', '=', organizationId)
    .where(inOrderOfJoining);
  return pattern
    ? all.where(sql<boolean>`(a.id ilike ${pattern} or a.name ilike ${pattern} or a.description ilike ${pattern})`)
    : all;
}

export async function listApplicationsIn(
  db: Db,
  organizationId: string,
  q: string | undefined,
  page: Page,
): Promise<(OrganizationApplication & { secret: string })[]> {
  const rows = await applicationsIn(db, organizationId, q)
    .select([
      'a.tenant_id as tenantId',
      'a.id',
      'a.name',
      'a.secret',
      'a.description',
      'a.type',
      'a.oidc_client_metadata as oidcClientMetadata',
      'a.custom_client_metadata as customClientMetadata',
      'a.protected_app_metadata as protectedAppMetadata',
      'a.custom_data as customData',
      'a.is_third_party as isThirdParty',
      'a.app_level_access_control_enabled as appLevelAccessControlEnabled',
      'a.created_at as createdAt',
      rolesOfApplication.as('organizationRoles'),
    ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.application_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows as (OrganizationApplication & { secret: string })[];
}

export async function countApplicationsFound(db: Db, organizationId: string, q: string): Promise<number> {
  const query = applicationsIn(db, organizationId, q).select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Those of the applications that exist. They are not deleted until the transaction ends. */
export async function shareApplications(db: Db, ids: readonly string[]): Promise<{ id: string; type: string }[]> {
  const { rows } = await sql<{ id: string; type: string }>`select id, type from applications
    where id = any(${[...new Set(ids)]}::text[]) order by id for key share`.execute(db);
  return rows;
}

/** The permissions that a user has in an organization through roles, each once. */
export async function listScopesOfUser(db: Db, organizationId: string, userId: string): Promise<OrganizationScope[]> {
  return db
    .selectFrom('organization_scopes as s')
    .select(['s.tenant_id as tenantId', 's.id', 's.name', 's.description'])
    .where(
      's.id',
      'in',
      db
        .selectFrom('organization_users_roles as h')
        .innerJoin('organization_roles_scopes as rs', 'rs.organization_role_id', 'h.organization_role_id')
        .select('rs.organization_scope_id')
        .where('h.organization_id', '=', organizationId)
        .where('h.user_id', '=', userId),
    )
    .orderBy('s.name')
    .execute();
}
