import { timeOf, type UserFilter } from '@postern/contracts/people/user-filter';
import { type User, userSearchFields } from '@postern/contracts/people/users';
import { internalRolePrefix } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { readSearch } from '#platform/db/search';
import { newShortId } from '#platform/secrets/ids';
import { filteredUsers, type ListFilter } from './list.store.ts';
import { columns, hasPassword, type NewUser } from './store.ts';

/** An imported user, which may have values that otherwise only accumulate over time. Times in milliseconds. */
export type BulkUser = Omit<NewUser, 'lastSignInAt' | 'applicationId'> & {
  id?: string | undefined;
  isSuspended?: boolean | undefined;
  createdAt?: number | undefined;
  lastSignInAt?: number | undefined;
};

const given = sql`(id varchar, username varchar, "primaryEmail" varchar, "primaryPhone" varchar, name varchar,
  avatar varchar, "customData" jsonb, profile jsonb, identities jsonb, digest varchar, method varchar,
  "isSuspended" boolean, "createdAt" float8, "lastSignInAt" float8, "isEmailVerified" boolean,
  "isPhoneVerified" boolean)`;

const rowsOf = (users: readonly BulkUser[]) =>
  JSON.stringify(users.map(({ password, ...user }) => ({ ...user, ...password })));

/** Inserts many users in one statement with one parameter. Returns their ids in order. */
export async function insertUsers(db: Db, users: readonly BulkUser[]): Promise<string[]> {
  const rows = users.map((user) => ({ ...user, id: user.id ?? newShortId() }));
  if (rows.length > 0) {
    await sql`insert into users (id, username, primary_email, primary_phone, name, avatar, custom_data, profile,
        identities, password_encrypted, password_encryption_method, is_suspended, created_at, last_sign_in_at,
        email_verified_at, phone_verified_at)
      select id, username, "primaryEmail", "primaryPhone", nullif(name, ''), nullif(avatar, ''),
        coalesce("customData", '{}'), coalesce(profile, '{}'), coalesce(identities, '{}'), digest, method,
        coalesce("isSuspended", false), coalesce(to_timestamp("createdAt" / 1000.0), now()),
        to_timestamp("lastSignInAt" / 1000.0), case when "isEmailVerified" is not false then now() end,
        case when "isPhoneVerified" is not false then now() end
      from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as given ${given}`.execute(db);
  }
  return rows.map(({ id }) => id);
}

/** Changes given values only; objects are merged key by key. */
export async function updateUsers(db: Db, users: readonly (BulkUser & { id: string })[]): Promise<void> {
  if (users.length === 0) {
    return;
  }
  await sql`update users u set username = coalesce(g.username, u.username),
      primary_email = coalesce(g."primaryEmail", u.primary_email),
      email_verified_at = case
        when g."primaryEmail" is null and g."isEmailVerified" is null then u.email_verified_at
        when g."isEmailVerified" is not false then coalesce(u.email_verified_at, now()) end,
      primary_phone = coalesce(g."primaryPhone", u.primary_phone),
      phone_verified_at = case
        when g."primaryPhone" is null and g."isPhoneVerified" is null then u.phone_verified_at
        when g."isPhoneVerified" is not false then coalesce(u.phone_verified_at, now()) end,
      name = coalesce(nullif(g.name, ''), u.name), avatar = coalesce(nullif(g.avatar, ''), u.avatar),
      custom_data = u.custom_data || coalesce(g."customData", '{}'),
      profile = u.profile || coalesce(g.profile, '{}'), identities = u.identities || coalesce(g.identities, '{}'),
      password_encrypted = coalesce(g.digest, u.password_encrypted),
      password_encryption_method = coalesce(g.method, u.password_encryption_method),
      is_suspended = coalesce(g."isSuspended", u.is_suspended),
      created_at = coalesce(to_timestamp(g."createdAt" / 1000.0), u.created_at),
      last_sign_in_at = coalesce(to_timestamp(g."lastSignInAt" / 1000.0), u.last_sign_in_at)
    from jsonb_to_recordset(${rowsOf(users)}::jsonb) as g ${given} where u.id = g.id`.execute(db);
}

export type Taken = {
  by: 'id' | 'username' | 'primaryEmail' | 'primaryPhone' | 'identities';
  value: string;
  id: string;
};

/**
 * Finds the owners of these identifiers, with the value as given. An identity is written as `target:userId`. With
 * case-insensitive usernames, several existing users may match; otherwise `users_named` is not called.
 */
export async function findTaken(db: Db, values: Record<Taken['by'], string[]>): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select 'id' as by, id as value, id from users where id = any(${values.id}::text[])
    union all select 'username', username, id from users where username = any(${values.username}::text[])
    union all select 'username', given, named from unnest(${values.username}::text[]) given, users_named(given) named
      where (select folds_usernames(current_setting('app.tenant_id'))) and not exists (select from users where username = given)
    union all select 'primaryEmail', primary_email, id from users where primary_email = any(${values.primaryEmail}::text[])
    union all select 'primaryPhone', primary_phone, id from users where primary_phone = any(${values.primaryPhone}::text[])
    union all select 'identities', i.target || ':' || i.identity_id, i.user_id from user_identities i
      join unnest(${values.identities}::text[]) wanted
        on i.target = split_part(wanted, ':', 1) and i.identity_id = substr(wanted, strpos(wanted, ':') + 1)`.execute(
    db,
  );
  return rows;
}

/** Which of these addresses users have. The limit makes the planner look up each one in the index. */
export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`select email from unnest(${[...emails]}::text[]) as email
    cross join lateral (select from users where primary_email = email limit 1) known`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

export type ExportedUser = User & { emailVerified: boolean; phoneVerified: boolean };

/** The next users of a filter by id, each once, regardless of parallel changes. */
export async function listUsersAfter(
  db: Db,
  filter: ListFilter,
  after: string,
  limit: number,
): Promise<ExportedUser[]> {
  const rows = await filteredUsers(db, filter)
    .select([
      ...columns,
      hasPassword,
      sql<boolean>`primary_email is not null and email_verified_at is not null`.as('emailVerified'),
      sql<boolean>`primary_phone is not null and phone_verified_at is not null`.as('phoneVerified'),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows as ExportedUser[];
}

/** Names of the roles of these users, without internal roles. */
export async function listRoleNames(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select u.user_id as id, array_agg(r.name order by r.name) as names from users_roles u join roles r on r.id = u.role_id
    where u.user_id = any(${[...userIds]}::text[]) and r.name not like ${`${internalRolePrefix}%`}
    group by u.user_id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** The users of a job: all that match, except these. */
type Selection = { filter: UserFilter; excludedIds: string[] };

/** Fixes the filter at this time: relative days become absolute, and users created later are excluded. */
export function freezeFilter(filter: UserFilter, now = Date.now()): UserFilter {
  const { createdFrom, createdTo, lastSignInFrom, lastSignInTo } = filter;
  const fixed = Object.entries({ createdFrom, lastSignInFrom, lastSignInTo }).flatMap(([name, moment]) =>
    moment === undefined ? [] : [[name, String(timeOf(moment, now))]],
  );
  const until = Math.min(now + 1, createdTo === undefined ? Number.POSITIVE_INFINITY : timeOf(createdTo, now));
  return { ...filter, ...Object.fromEntries(fixed), createdTo: String(until) };
}

function selected(db: Db, { filter: { search, ...only }, excludedIds }: Selection) {
  const query = filteredUsers(db, { search: search ? readSearch({ search }, userSearchFields) : undefined, only });
  return excludedIds.length > 0 ? query.where('id', '<>', sql<string>`all(${excludedIds})`) : query;
}

export async function countSelected(db: Db, selection: Selection): Promise<number> {
  const row = await selected(db, selection).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

/** The next ids of the selection in the order of ids, which jobs never change. */
export async function listSelectedIds(db: Db, selection: Selection, after: string, limit: number): Promise<string[]> {
  const rows = await selected(db, selection).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Locks those of the users that exist until the transaction ends, and returns whether they are suspended. */
export async function lockUsers(db: Db, ids: string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'is_suspended as isSuspended'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map(({ id, isSuspended }) => [id, isSuspended]));
}
