import type { ConsoleInvitation } from '@postern/contracts/people/console-invitations';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const status = sql<ConsoleInvitation['status']>`case
  when i.status = 'Pending' and (i.expires_at <= now() or o.expires_at <= now()) then 'Expired' else i.status end`;

/** Each message of an invitation may have its own token; all of them show the same invitation. */
export async function findByLink(db: Db, digest: string, email: string): Promise<ConsoleInvitation | undefined> {
  const row = await db
    .selectFrom('one_time_tokens as o')
    .innerJoin('organization_invitations as i', 'i.id', 'o.invitation_id')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', sql<string>`substr(i.organization_id, 3)`))
    .innerJoin('organization_roles as r', 'r.id', 'i.organization_role_id')
    .leftJoin('users as u', 'u.id', 'i.inviter_id')
    .select([
      status.as('status'),
      'i.invitee as email',
      't.name as tenantName',
      'r.id as roleId',
      'r.name as roleName',
      sql<string | null>`coalesce(u.name, u.username, u.primary_email)`.as('inviterName'),
      'i.expires_at as expiresAt',
      sql<boolean>`exists (select from users x where lower(x.primary_email) = lower(i.invitee))`.as('hasAccount'),
    ])
    .where('o.token_digest', '=', digest)
    .where('o.email', '=', email)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { roleId, roleName, ...invitation } = row;
  return { ...invitation, role: { id: roleId, name: roleName } };
}
