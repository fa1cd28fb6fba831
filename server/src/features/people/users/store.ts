import type { PasswordMethod, User, UserProfile } from '@postern/contracts/people/users';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { phoneKey, phoneVariants } from '#platform/db/fold-identifiers';
import { AppError } from '#platform/http/errors';
import { newShortId } from '#platform/secrets/ids';
import type { StoredPassword } from './password.ts';

export const columns = [
  'id',
  'username',
  'primary_email as primaryEmail',
  'primary_phone as primaryPhone',
  'name',
  'avatar',
  'custom_data as customData',
  'identities',
  'last_sign_in_at as lastSignInAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'profile',
  'application_id as applicationId',
  'is_suspended as isSuspended',
] as const;

export const hasPassword = sql<boolean>`password_encrypted is not null`.as('hasPassword');

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...columns, hasPassword])
    .where('id', '=', id)
    .executeTakeFirst();
  return row as User | undefined;
}

export type PasswordHash = { passwordDigest: string | null; passwordAlgorithm: PasswordMethod | null };

/** The stored passwords of these users, by their ids. */
export async function findPasswordHashes(db: Db, ids: readonly string[]): Promise<Map<string, PasswordHash>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'password_encrypted as digest', 'password_encryption_method as method'])
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute();
  return new Map(
    rows.map(({ id, digest, method }) => [
      id,
      { passwordDigest: digest, passwordAlgorithm: method as PasswordMethod | null },
    ]),
  );
}

export type Credentials = {
  id: string;
  isSuspended: boolean;
  /** Whether the address it was found by is verified. A username needs no verification. */
  isVerified: boolean;
  password: StoredPassword | undefined;
  isPasswordExpired: boolean;
  passwordUpdatedAt: number | null;
  createdAt: number;
  /** The security epoch: it advances with every change of what proves the person. */
  epoch: number;
};

/**
 * The person with exactly this username. With case-insensitive usernames, falls back to the only person whose username
 * differs just in case. The outer subselect runs once and its result is looked up in the index; without it, row-level
 * security makes PostgreSQL compare each row.
 */
const hasUsername = (username: string) =>
  sql<boolean>`id = (select coalesce((select id from users where username = ${username}), user_named(${username})))`;

const identifierColumns = { username: 'username', email: 'primary_email', phone: 'primary_phone', id: 'id' } as const;
const verifiedColumns: Record<string, string> = { email: 'email_verified_at', phone: 'phone_verified_at' };

type Known = Identifier | { type: 'id'; value: string };

function condition({ type, value }: Known) {
  if (type === 'username') {
    return hasUsername(value);
  }
  return type === 'phone'
    ? sql<boolean>`primary_phone = any(${phoneVariants(value)}::text[])`
    : sql<boolean>`${sql.ref(identifierColumns[type])} = ${value}`;
}

/** Throws if another person has the number in any notation. Parallel calls wait for each other. */
async function requireFreePhone(db: Db, phone: string | null | undefined, userId = ''): Promise<void> {
  if (!phone) {
    return;
  }
  await sql`select pg_advisory_xact_lock(
    hashtextextended(current_setting('app.tenant_id') || ' phone ' || ${phoneKey(phone)}, 0))`.execute(db);
  const { rows } = await sql`select 1 from users
    where primary_phone = any(${phoneVariants(phone)}::text[]) and id <> ${userId} limit 1`.execute(db);
  if (rows.length > 0) {
    throw new AppError('user.phone_already_in_use');
  }
}

export async function findCredentials(db: Db, by: Known): Promise<Credentials | undefined> {
  const query = db
    .selectFrom('users')
    .select([
      'id',
      'is_suspended as isSuspended',
      'password_encrypted as digest',
      'password_encryption_method as method',
      'security_epoch as epoch',
      'is_password_expired as isPasswordExpired',
      'password_updated_at as passwordUpdatedAt',
      'created_at as createdAt',
      sql<boolean>`${sql.ref(verifiedColumns[by.type] ?? 'id')} is not null`.as('isVerified'),
    ])
    .where(condition(by));
  // An import may have stored a number in two notations; the given one has precedence.
  const ordered = by.type === 'phone' ? query.orderBy(sql`primary_phone = ${by.value}`, 'desc').limit(1) : query;
  const row = await ordered.executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { digest, method, ...person } = row;
  return { ...person, password: digest && method ? { digest, method: method as PasswordMethod } : undefined };
}

/** The primary address of a user, if it is verified. */
export async function findVerifiedEmail(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('primary_email as email')
    .where('id', '=', id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.email ?? undefined;
}

export type NewUser = {
  /** If something was bound to the account before it exists. */
  id?: string;
  username?: string | null;
  primaryEmail?: string | null;
  primaryPhone?: string | null;
  name?: string | null;
  avatar?: string | null;
  customData?: Record<string, unknown>;
  profile?: UserProfile;
  password?: StoredPassword;
  applicationId?: string;
  lastSignInAt?: Date;
  identities?: User['identities'];
  /** Addresses count as verified unless the caller says otherwise. */
  isEmailVerified?: boolean;
  isPhoneVerified?: boolean;
  /** Whether the user has turned second factors on; unknown by default. */
  mfaEnabled?: boolean;
};

const verifiedNow = (isVerified = true) => (isVerified ? sql<string>`now()` : null);

export async function insertUser(db: Db, user: NewUser): Promise<User> {
  const id = user.id ?? newShortId();
  await requireFreePhone(db, user.primaryPhone);
  const row = await db
    .insertInto('users')
    .values({
      id,
      username: user.username,
      primary_email: user.primaryEmail,
      primary_phone: user.primaryPhone,
      name: user.name || null,
      avatar: user.avatar || null,
      custom_data: JSON.stringify(user.customData ?? {}),
      profile: JSON.stringify(user.profile ?? {}),
      password_encrypted: user.password?.digest,
      password_encryption_method: user.password?.method,
      application_id: user.applicationId,
      last_sign_in_at: user.lastSignInAt,
      identities: JSON.stringify(user.identities ?? {}),
      logto_config: user.mfaEnabled === undefined ? undefined : JSON.stringify({ mfa: { enabled: user.mfaEnabled } }),
      email_verified_at: verifiedNow(user.isEmailVerified),
      phone_verified_at: verifiedNow(user.isPhoneVerified),
    })
    .returning([...columns, hasPassword])
    .executeTakeFirstOrThrow();
  return row as User;
}

export type UserChanges = Partial<Omit<NewUser, 'password' | 'applicationId' | 'identities'>> & {
  isSuspended?: boolean;
  password?: StoredPassword;
};

export async function updateUser(db: Db, id: string, changes: UserChanges): Promise<User | undefined> {
  const {
    username,
    primaryEmail,
    primaryPhone,
    name,
    avatar,
    customData,
    profile,
    isSuspended,
    password,
    lastSignInAt,
  } = changes;
  await requireFreePhone(db, primaryPhone, id);
  const row = await db
    .updateTable('users')
    .set({
      // Keeps an update without changes valid SQL.
      updated_at: sql<string>`now()`,
      ...(username === undefined ? {} : { username }),
      ...(primaryEmail === undefined
        ? {}
        : { primary_email: primaryEmail, email_verified_at: verifiedNow(changes.isEmailVerified) }),
      ...(primaryPhone === undefined
        ? {}
        : { primary_phone: primaryPhone, phone_verified_at: verifiedNow(changes.isPhoneVerified) }),
      ...(name === undefined ? {} : { name: name || null }),
      ...(avatar === undefined ? {} : { avatar: avatar || null }),
      ...(customData === undefined ? {} : { custom_data: JSON.stringify(customData) }),
      ...(profile === undefined ? {} : { profile: JSON.stringify(profile) }),
      ...(isSuspended === undefined ? {} : { is_suspended: isSuspended }),
      ...(password === undefined
        ? {}
        : { password_encrypted: password.digest, password_encryption_method: password.method }),
      ...(lastSignInAt === undefined ? {} : { last_sign_in_at: lastSignInAt }),
    })
    .where('id', '=', id)
    .returning([...columns, hasPassword])
    .executeTakeFirst();
  return row as User | undefined;
}

/** Ends everything that was proven before: running sign-ins, approvals that were not redeemed, trusted devices. */
export async function advanceSecurityEpoch(db: Db, id: string): Promise<void> {
  await sql`select advance_security_epochs(array[${id}]::text[])`.execute(db);
}

/** Makes the password unusable: the person must set a new one. Returns false if there was none. */
export async function removePassword(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_encrypted: null, password_encryption_method: null })
    .where('id', '=', id)
    .where('password_encrypted', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The mark of an administrator, which the next password takes away. */
export async function markPasswordExpired(db: Db, id: string, isExpired: boolean): Promise<User | undefined> {
  const row = await db
    .updateTable('users')
    .set({ is_password_expired: isExpired, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning([...columns, hasPassword])
    .executeTakeFirst();
  return row as User | undefined;
}

/** The person changes their own account: links that take back earlier changes of their addresses stay valid. */
export async function markOwnChange(db: Db): Promise<void> {
  await sql`select set_config('app.own_change', 'on', true)`.execute(db);
}

/** The current security epoch of a person. `lock` prevents changes of the person until the transaction ends. */
export async function findSecurityEpoch(db: Db, id: string, lock = false): Promise<number | undefined> {
  const query = db.selectFrom('users').select('security_epoch as epoch').where('id', '=', id);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst())?.epoch;
}

/** Stores the same password in a stronger format, unless it was changed meanwhile. */
export async function upgradePassword(db: Db, id: string, from: StoredPassword, to: StoredPassword): Promise<void> {
  // Otherwise the security epoch of the person would advance.
  await sql`select set_config('app.same_password', 'on', true)`.execute(db);
  await db
    .updateTable('users')
    .set({ password_encrypted: to.digest, password_encryption_method: to.method })
    .where('id', '=', id)
    .where('password_encrypted', '=', from.digest)
    .execute();
  await sql`select set_config('app.same_password', 'off', true)`.execute(db);
}

export async function updateUserJson(
  db: Db,
  id: string,
  column: 'custom_data' | 'profile',
  patch: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .updateTable('users')
    .set({ [column]: sql`${sql.ref(column)} || ${JSON.stringify(patch)}::jsonb` })
    .where('id', '=', id)
    .returning(sql<Record<string, unknown>>`${sql.ref(column)}`.as('value'))
    .executeTakeFirst();
  return row?.value;
}

/** Returns the ids of those that existed. */
export async function updateSuspension(db: Db, ids: string[], isSuspended: boolean): Promise<string[]> {
  const rows = await db
    .updateTable('users')
    .set({ is_suspended: isSuspended })
    .where('id', '=', sql<string>`any(${ids})`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteUsers(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('users').where('id', '=', sql<string>`any(${ids})`).execute();
}
