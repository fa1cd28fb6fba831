import type { OrganizationRole } from '@postern/contracts/access/organization-roles';
import type { RoleType } from '@postern/contracts/access/roles';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** Members are users, or machine-to-machine applications. Both work the same way, in their own tables. */
export type MemberKind = 'user' | 'application';
export type Member = { kind: MemberKind; organizationId: string; id: string };

const relations = {
  user: { members: 'organization_users', roles: 'organization_users_roles', column: 'user_id' },
  application: {
    members: 'organization_applications',
    roles: 'organization_applications_roles',
    column: 'application_id',
  },
} as const;

export const roleTypeOf = (kind: MemberKind): RoleType => (kind === 'user' ? 'User' : 'MachineToMachine');

const membersOf = (kind: MemberKind) => sql.table(relations[kind].members);
const rolesOf = (kind: MemberKind) => sql.table(relations[kind].roles);
const columnOf = (kind: MemberKind) => sql.ref(relations[kind].column);

type Ids = { id: string };

/** Returns those that are new. */
export async function insertMembers(
  db: Db,
  kind: MemberKind,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<Ids>`insert into ${membersOf(kind)} (organization_id, ${columnOf(kind)})
    select distinct ${organizationId}, given from unnest(${[...ids]}::text[]) given
    on conflict do nothing returning ${columnOf(kind)} as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Members who joined through an identity provider stay without it, because somebody has added them too. */
export async function keepMembers(db: Db, organizationId: string, userIds: readonly string[]): Promise<void> {
  await db
    .updateTable('organization_users')
    .set({ sso_identity_id: null })
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .where('sso_identity_id', 'is not', null)
    .execute();
}

/** Returns those that were removed. */
export async function deleteOtherMembers(
  db: Db,
  kind: MemberKind,
  organizationId: string,
  kept: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<Ids>`delete from ${membersOf(kind)} m where organization_id = ${organizationId}
    and not exists (select from unnest(${[...kept]}::text[]) given where given = m.${columnOf(kind)})
    returning ${columnOf(kind)} as id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteMember(db: Db, { kind, organizationId, id }: Member): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${membersOf(kind)}
    where organization_id = ${organizationId} and ${columnOf(kind)} = ${id}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** How many of them are members. They stay members until the transaction ends. */
export async function shareMembers(
  db: Db,
  kind: MemberKind,
  organizationId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`select ${columnOf(kind)} from ${membersOf(kind)}
    where organization_id = ${organizationId} and ${columnOf(kind)} = any(${[...new Set(ids)]}::text[])
    order by ${columnOf(kind)} for key share`.execute(db);
  return rows.length;
}

export async function isMember(db: Db, { kind, organizationId, id }: Member): Promise<boolean> {
  const { rows } = await sql`select from ${membersOf(kind)}
    where organization_id = ${organizationId} and ${columnOf(kind)} = ${id}`.execute(db);
  return rows.length > 0;
}

/** Changes of a member's roles wait for each other. Returns false if it is not a member. */
export async function lockMember(db: Db, { kind, organizationId, id }: Member): Promise<boolean> {
  const { rows } = await sql`select from ${membersOf(kind)}
    where organization_id = ${organizationId} and ${columnOf(kind)} = ${id} for update`.execute(db);
  return rows.length > 0;
}

/** The count is maintained by triggers. Undefined if the organization does not exist. */
export async function countMembers(db: Db, kind: MemberKind, organizationId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('organizations as o')
    .select(
      sql<number>`(select coalesce(sum(c.n), 0)::bigint from organization_counts c
        where c.organization_id = o.id and c.kind = ${relations[kind].members})`.as('total'),
    )
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
  return row?.total;
}

/** Gives every one of these members every one of these roles. Returns whether anything changed. */
export async function insertMemberRoles(
  db: Db,
  kind: MemberKind,
  organizationId: string,
  { memberIds, roleIds }: { memberIds: readonly string[]; roleIds: readonly string[] },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into ${rolesOf(kind)} (organization_id, ${columnOf(kind)}, organization_role_id)
    select distinct ${organizationId}, member, role
    from unnest(${[...memberIds]}::text[]) member cross join unnest(${[...roleIds]}::text[]) role
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

async function deleteOtherMemberRoles(db: Db, member: Member, kept: readonly string[]): Promise<boolean> {
  const { kind, organizationId, id } = member;
  const { numAffectedRows } = await sql`delete from ${rolesOf(kind)} where organization_id = ${organizationId}
    and ${columnOf(kind)} = ${id} and organization_role_id <> all(${[...kept]}::text[])`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns whether anything changed. */
export async function replaceMemberRoles(db: Db, member: Member, roleIds: readonly string[]): Promise<boolean> {
  const isLess = await deleteOtherMemberRoles(db, member, roleIds);
  const { kind, organizationId, id } = member;
  const isMore = await insertMemberRoles(db, kind, organizationId, { memberIds: [id], roleIds });
  return isLess || isMore;
}

export async function deleteMemberRole(db: Db, member: Member, roleId: string): Promise<boolean> {
  const { kind, organizationId, id } = member;
  const { numAffectedRows } = await sql`delete from ${rolesOf(kind)} where organization_id = ${organizationId}
    and ${columnOf(kind)} = ${id} and organization_role_id = ${roleId}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

const heldBy = (db: Db, { kind, organizationId, id }: Member) =>
  db.selectFrom('organization_roles').where(
    'id',
    'in',
    sql<string>`(select organization_role_id from ${rolesOf(kind)}
      where organization_id = ${organizationId} and ${columnOf(kind)} = ${id})`,
  );

export async function listMemberRoles(db: Db, member: Member, page: Page | undefined): Promise<OrganizationRole[]> {
  const query = heldBy(db, member)
    .select(['tenant_id as tenantId', 'id', 'name', 'description', 'type'])
    .orderBy('name');
  return (await (page ? query.limit(page.limit).offset(page.offset) : query).execute()) as OrganizationRole[];
}

export async function countMemberRoles(db: Db, member: Member): Promise<number> {
  const query = heldBy(db, member).select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Members and roles of several organizations at once, for provisioning. */
export type UserMembership = { organizationId: string; userId: string };
export type UserMemberRole = UserMembership & { organizationRoleId: string };

const givenMembers = (rows: readonly UserMembership[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("organizationId" varchar, "userId" varchar,
    "organizationRoleId" varchar)`;

/** Returns those that are new. */
export async function insertUserMemberships(db: Db, rows: readonly UserMembership[]): Promise<UserMembership[]> {
  const { rows: added } = await sql<UserMembership>`insert into organization_users (organization_id, user_id)
    select distinct "organizationId", "userId" from ${givenMembers(rows)} order by 1, 2
    on conflict do nothing returning organization_id as "organizationId", user_id as "userId"`.execute(db);
  return added;
}

/** Returns those that were members. */
export async function deleteUserMemberships(db: Db, rows: readonly UserMembership[]): Promise<UserMembership[]> {
  const { rows: removed } = await sql<UserMembership>`delete from organization_users m using ${givenMembers(rows)}
    where m.organization_id = given."organizationId" and m.user_id = given."userId"
    returning m.organization_id as "organizationId", m.user_id as "userId"`.execute(db);
  return removed;
}

/** Returns those that are new. Users who are no members are skipped. */
export async function insertUserMemberRoles(db: Db, rows: readonly UserMemberRole[]): Promise<UserMemberRole[]> {
  const { rows: added } = await sql<UserMemberRole>`insert into organization_users_roles
      (organization_id, user_id, organization_role_id)
    select distinct given."organizationId", given."userId", given."organizationRoleId" from ${givenMembers(rows)}
      join organization_users m on m.organization_id = given."organizationId" and m.user_id = given."userId"
    order by 1, 2, 3 on conflict do nothing
    returning organization_id as "organizationId", user_id as "userId",
      organization_role_id as "organizationRoleId"`.execute(db);
  return added;
}

/** Returns those that were held. */
export async function deleteUserMemberRoles(db: Db, rows: readonly UserMemberRole[]): Promise<UserMemberRole[]> {
  const { rows: removed } = await sql<UserMemberRole>`delete from organization_users_roles h using ${givenMembers(rows)}
    where h.organization_id = given."organizationId" and h.user_id = given."userId"
      and h.organization_role_id = given."organizationRoleId"
    returning h.organization_id as "organizationId", h.user_id as "userId",
      h.organization_role_id as "organizationRoleId"`.execute(db);
  return removed;
}
