import type { Organization, OrganizationWithRoles } from '@postern/contracts/access/organization';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

const columns = [
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
] as const;

/** The organizations of a machine with its roles in them, in one query. */
export async function listApplicationOrganizations(
  db: Db,
  applicationId: string,
  page: Page | undefined,
): Promise<OrganizationWithRoles[]> {
  const query = db
    .selectFrom('organization_applications as member')
    .innerJoin('organizations as o', 'o.id', 'member.organization_id')
    .select([
      ...columns,
      sql`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
        from organization_applications_roles given join organization_roles r on r.id = given.organization_role_id
        where given.organization_id = o.id and given.application_id = member.application_id), '[]')`.as(
        'organizationRoles',
      ),
    ])
    .where('member.application_id', '=', applicationId)
    .orderBy('member.created_at', 'desc')
    .orderBy('o.id');
  const rows = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  return rows as OrganizationWithRoles[];
}

export async function countApplicationOrganizations(db: Db, applicationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('organization_applications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return n;
}

type Consent = { applicationId: string; userId: string };

export async function hasUser(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined;
}

export async function listConsentOrganizations(
  db: Db,
  { applicationId, userId }: Consent,
  page: Page,
): Promise<Organization[]> {
  const rows = await db
    .selectFrom('application_consent_organizations as consent')
    .innerJoin('organizations as o', 'o.id', 'consent.organization_id')
    .select(columns)
    .where('consent.application_id', '=', applicationId)
    .where('consent.user_id', '=', userId)
    .orderBy('consent.created_at', 'desc')
    .orderBy('o.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows as Organization[];
}

export async function countConsentOrganizations(db: Db, { applicationId, userId }: Consent): Promise<number> {
  const { n } = await db
    .selectFrom('application_consent_organizations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return n;
}

/** The number of the given organizations that the user is a member of. */
export async function countMemberships(db: Db, userId: string, organizationIds: string[]): Promise<number> {
  if (organizationIds.length === 0) {
    return 0;
  }
  const { n } = await db
    .selectFrom('organization_users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('organization_id', 'in', organizationIds)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertConsentOrganizations(
  db: Db,
  { applicationId, userId }: Consent,
  organizationIds: string[],
): Promise<void> {
  if (organizationIds.length === 0) {
    return;
  }
  await db
    .insertInto('application_consent_organizations')
    .values(organizationIds.map((id) => ({ application_id: applicationId, user_id: userId, organization_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Grants an application access to organizations of a user: to all of them, or to none if the user is not a member of
 * one.
 */
export async function consentToOrganizations(db: Db, consent: Consent, organizationIds: string[]): Promise<boolean> {
  const wanted = [...new Set(organizationIds)];
  if ((await countMemberships(db, consent.userId, wanted)) !== wanted.length) {
    return false;
  }
  await insertConsentOrganizations(db, consent, wanted);
  return true;
}

/** Removes the consent for one organization, or for all but some. Returns how many were removed. */
export async function deleteConsentOrganizations(
  db: Db,
  { applicationId, userId }: Consent,
  which: { only: string } | { except: string[] },
): Promise<number> {
  let query = db
    .deleteFrom('application_consent_organizations')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId);
  if ('only' in which) {
    query = query.where('organization_id', '=', which.only);
  } else if (which.except.length > 0) {
    query = query.where('organization_id', 'not in', which.except);
  }
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
