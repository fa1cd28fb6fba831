import type { OrganizationWithRoles } from '@postern/contracts/access/organization';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

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
