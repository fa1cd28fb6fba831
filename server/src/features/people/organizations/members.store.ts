import type { OrganizationScope } from '@postern/contracts/access/organization-scopes';
import type { OrganizationApplication, OrganizationMember } from '@postern/contracts/people/organization-members';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Page } from '#platform/paging';
import { containing } from '#platform/search';
import { maxScanned, minIndexed } from './store.ts';

type Roles = OrganizationMember['organizationRoles'];

const rolesOfUser = sql<Roles>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
  from organization_users_roles h join organization_roles r on r.id = h.organization_role_id
  where h.organization_id = m.organization_id and h.user_id = m.user_id), '[]')`;

/** Arrays of ids are looked up by the key; with `in`, the planner may read all members. */
function usersIn(db: Db, organizationId: string, q: string | undefined) {
  const all = db.selectFrom('organization_users as m').where('m.organization_id', '=', organizationId);
  if (!q) {
    return all;
  }
  return q.length < minIndexed
    ? all.where(
        sql<boolean>`m.user_id = any (array(select u.id from (
          select user_id from organization_users where organization_id = ${organizationId}
          order by created_at desc, user_id desc limit ${maxScanned}) newest
          join users u on u.id = newest.user_id where u.search_text ilike ${containing(q)}))`,
      )
    : all.where(
        sql<boolean>`m.user_id = any (array(select search_organization_users(${organizationId}, ${containing(q)})))`,
      );
}

/** The members who joined last come first. */
export async function listUsersIn(
  db: Db,
  organizationId: string,
  q: string | undefined,
  page: Page,
): Promise<OrganizationMember[]> {
  const some = usersIn(db, organizationId, q)
    .select(['m.organization_id', 'm.user_id', 'm.created_at'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.user_id', 'desc')
    .limit(page.limit)
    .offset(page.offset);
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
  return rows as OrganizationMember[];
}

export async function countUsersFound(db: Db, organizationId: string, q: string): Promise<number> {
  const query = usersIn(db, organizationId, q).select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
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
    .where('m.organization_id', '=', organizationId);
  return pattern
    ? all.where(sql<boolean>`(a.id ilike ${pattern} or a.name ilike ${pattern} or a.description ilike ${pattern})`)
    : all;
}

export async function listApplicationsIn(
  db: Db,
  organizationId: string,
  q: string | undefined,
  page: Page,
): Promise<OrganizationApplication[]> {
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
      'a.created_at as createdAt',
      rolesOfApplication.as('organizationRoles'),
    ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.application_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows as OrganizationApplication[];
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
