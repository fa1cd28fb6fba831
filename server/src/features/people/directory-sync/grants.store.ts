import { sql } from 'kysely';
import type { UserMemberRole, UserMembership } from '#features/people/organizations';
import type { Db } from '#platform/db/db';

type Grants = { memberships: UserMembership[]; roles: UserMemberRole[] };

/** Memberships and roles that the groups of these users give, of all connectors. */
export async function listWanted(db: Db, userIds: readonly string[]): Promise<Grants> {
  const ids = [...userIds];
  const memberships = await sql<UserMembership>`select distinct m.organization_id as "organizationId",
      g.user_id as "userId"
    from directory_group_members g join directory_group_mappings m on m.group_id = g.group_id
    where g.user_id = any(${ids}::text[])`.execute(db);
  const roles = await sql<UserMemberRole>`select distinct m.organization_id as "organizationId", g.user_id as "userId",
      r.organization_role_id as "organizationRoleId"
    from directory_group_members g join directory_group_mappings m on m.group_id = g.group_id
      join directory_group_mapping_roles r on r.mapping_id = m.id
    where g.user_id = any(${ids}::text[])`.execute(db);
  return { memberships: memberships.rows, roles: roles.rows };
}

/** Memberships and roles that the directory has given to these users. */
export async function listGiven(db: Db, userIds: readonly string[]): Promise<Grants> {
  const ids = [...userIds];
  const memberships = await sql<UserMembership>`select organization_id as "organizationId", user_id as "userId"
    from directory_memberships where user_id = any(${ids}::text[])`.execute(db);
  const roles = await sql<UserMemberRole>`select organization_id as "organizationId", user_id as "userId",
      organization_role_id as "organizationRoleId"
    from directory_member_roles where user_id = any(${ids}::text[])`.execute(db);
  return { memberships: memberships.rows, roles: roles.rows };
}

const given = (rows: readonly UserMembership[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("organizationId" varchar, "userId" varchar,
    "organizationRoleId" varchar)`;

/** Remembers what was given. Taking it away deletes these rows by their foreign keys. */
export async function insertGiven(db: Db, connectorId: string, { memberships, roles }: Grants): Promise<void> {
  if (memberships.length > 0) {
    await sql`insert into directory_memberships (connector_id, organization_id, user_id)
      select ${connectorId}, "organizationId", "userId" from ${given(memberships)} on conflict do nothing`.execute(db);
  }
  if (roles.length > 0) {
    await sql`insert into directory_member_roles (connector_id, organization_id, user_id, organization_role_id)
      select ${connectorId}, "organizationId", "userId", "organizationRoleId" from ${given(roles)}
      on conflict do nothing`.execute(db);
  }
}
