import type { AccountActivity, AccountData } from '@postern/contracts/account/account-data';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const iso = (instant: number) => new Date(instant).toISOString();
const isoOrNull = (instant: number | null) => (instant === null ? null : iso(instant));

/** Undefined if the user does not exist or was deleted. */
export async function findAccountData(db: Db, userId: string): Promise<AccountData['account'] | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'primary_email as primaryEmail',
      'primary_phone as primaryPhone',
      'name',
      'avatar',
      'profile',
      'custom_data as customData',
      sql<boolean>`password_encrypted is not null`.as('hasPassword'),
      'email_verified_at as emailVerifiedAt',
      'phone_verified_at as phoneVerifiedAt',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'last_sign_in_at as lastSignInAt',
      'last_sign_in_place as lastSignInPlace',
      'application_id as applicationId',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  // The JSON columns were validated by the contract when they were written.
  return (
    row &&
    ({
      ...row,
      emailVerifiedAt: row.primaryEmail === null ? null : isoOrNull(row.emailVerifiedAt),
      phoneVerifiedAt: row.primaryPhone === null ? null : isoOrNull(row.phoneVerifiedAt),
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      lastSignInAt: isoOrNull(row.lastSignInAt),
    } as AccountData['account'])
  );
}

export async function listIdentityData(db: Db, userId: string): Promise<AccountData['identities']> {
  const { rows } = await sql<{ target: string; userId: string; details: Record<string, unknown> | null }>`
    select target, identity ->> 'userId' as "userId", identity -> 'details' as details
    from users, jsonb_each(identities) as given (target, identity) where id = ${userId} order by target`.execute(db);
  return rows.map(({ details, ...row }) => ({ ...row, ...(details ? { details } : {}) }));
}

/** Accounts at identity providers of companies. */
export async function listSsoIdentityData(db: Db, userId: string): Promise<AccountData['ssoIdentities']> {
  const rows = await db
    .selectFrom('user_sso_identities as i')
    .innerJoin('sso_connectors as c', 'c.id', 'i.sso_connector_id')
    .select([
      'c.connector_name as connector',
      'i.issuer',
      'i.identity_id as userId',
      'i.detail',
      'i.created_at as createdAt',
      'i.updated_at as updatedAt',
    ])
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute();
  return rows.map(({ detail, createdAt, updatedAt, ...row }) => ({
    ...row,
    // The slice of the connectors writes an object.
    details: detail as Record<string, unknown>,
    linkedAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }));
}

/** What directories of companies have sent about the person. */
export async function listDirectoryData(db: Db, userId: string): Promise<AccountData['directoryEntries']> {
  const rows = await db
    .selectFrom('directory_users as d')
    .innerJoin('sso_connectors as c', 'c.id', 'd.connector_id')
    .select([
      'c.connector_name as connector',
      'd.user_name as userName',
      'd.external_id as externalId',
      'd.resource',
      'd.created_at as createdAt',
      'd.updated_at as updatedAt',
    ])
    .where('d.user_id', '=', userId)
    .orderBy('d.created_at')
    .orderBy('d.connector_id')
    .execute();
  return rows.map(({ resource, createdAt, updatedAt, ...row }) => ({
    ...row,
    // The slice of directory sync writes an object.
    attributes: resource as Record<string, unknown>,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }));
}

export async function listRoleData(db: Db, userId: string): Promise<AccountData['roles']> {
  return db
    .selectFrom('users_roles as held')
    .innerJoin('roles as r', 'r.id', 'held.role_id')
    .select(['r.name', 'r.description'])
    .where('held.user_id', '=', userId)
    .orderBy('r.name')
    .execute();
}

export async function listOrganizationData(db: Db, userId: string): Promise<AccountData['organizations']> {
  const rows = await db
    .selectFrom('organization_users as member')
    .innerJoin('organizations as o', 'o.id', 'member.organization_id')
    .select([
      'o.id',
      'o.name',
      'member.created_at as memberSince',
      sql<string[]>`array(
        select r.name from organization_users_roles held join organization_roles r on r.id = held.organization_role_id
        where held.organization_id = o.id and held.user_id = member.user_id order by r.name)`.as('roles'),
    ])
    .where('member.user_id', '=', userId)
    .orderBy('member.created_at')
    .execute();
  return rows.map((row) => ({ ...row, memberSince: iso(row.memberSince) }));
}

/** Invitations to the verified address only: an unverified claim must not reveal them. */
export async function listInvitationData(db: Db, userId: string): Promise<AccountData['invitations']> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('organization_invitations as i', (join) =>
      join.on(sql<boolean>`lower(i.invitee) = u.primary_email and u.email_verified_at is not null`),
    )
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select(['o.name as organization', 'i.status', 'i.created_at as createdAt', 'i.expires_at as expiresAt'])
    .where('u.id', '=', userId)
    .orderBy('i.created_at')
    .execute();
  return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), expiresAt: iso(row.expiresAt) }));
}

export async function listTokenData(db: Db, userId: string): Promise<AccountData['personalAccessTokens']> {
  const rows = await db
    .selectFrom('personal_access_tokens')
    .select(['name', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), expiresAt: isoOrNull(row.expiresAt) }));
}

/** The end of the previous page. The time is text because a number would lose the microseconds. */
type Cursor = { at: string; id: string };

const activityBatch = 500;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * IP address and user agent of an entry if the user acted themselves. Those of an administrator, or of a person who
 * only knew the username, belong to someone else.
 */
function placeOf(payload: Record<string, unknown>, userId: string) {
  const { actor } = payload as { actor?: { type?: unknown; id?: unknown } };
  const isOwn = payload.userId === userId && (!actor || (actor.type === 'user' && actor.id === userId));
  return isOwn ? { ip: textOf(payload.ip), userAgent: textOf(payload.userAgent) } : {};
}

/** The log entries of a user, newest first, in batches. Each entry contains only data about the user. */
export async function listActivityData(
  db: Db,
  userId: string,
  after?: Cursor,
): Promise<{ entries: AccountActivity[]; next: Cursor | undefined }> {
  const { rows } = await sql<{
    id: string;
    at: number;
    exactAt: string;
    key: string;
    payload: Record<string, unknown>;
  }>`
    select id, created_at as at, created_at::text as "exactAt", key, payload from logs
    where user_id = ${userId} ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by created_at desc, id desc limit ${activityBatch}`.execute(db);
  const last = rows.at(-1);
  return {
    entries: rows.map(({ at, key, payload }) => ({
      at: iso(at),
      key,
      result: textOf(payload.result),
      ...placeOf(payload, userId),
      applicationId: textOf(payload.applicationId),
    })),
    next: last && rows.length === activityBatch ? { at: last.exactAt, id: last.id } : undefined,
  };
}
