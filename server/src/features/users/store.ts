import type { Identifier } from '@postern/contracts/sign-in';
import type { PasswordMethod, User, UserProfile } from '@postern/contracts/users';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db';
import { newShortId } from '#platform/ids';
import type { Page } from '#platform/paging';
import { matches, narrowingPatterns, type Search } from '#platform/search';
import type { StoredPassword } from './password.ts';

const columns = [
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

const hasPassword = sql<boolean>`password_encrypted is not null`.as('hasPassword');

type Filter = { search: Search | undefined; roleId?: string; excludeRoleId?: string; excludeOrganizationId?: string };

function conditions({ search, roleId, excludeRoleId, excludeOrganizationId }: Filter): Expression<SqlBool>[] {
  const patterns = search && narrowingPatterns(search);
  return [
    ...(patterns
      ? [
          sql<SqlBool>`id in (select found from unnest(${patterns}::text[]) needle, search_users(needle) as hit (found))`,
        ]
      : []),
    ...(roleId ? [sql<SqlBool>`id in (select user_id from users_roles where role_id = ${roleId})`] : []),
    ...(excludeRoleId
      ? [
          // `offset 0` keeps the planner from asking user by user, which takes for ever where nearly all have the role.
          sql<SqlBool>`not exists (select from (select user_id from users_roles where role_id = ${excludeRoleId} offset 0) r
            where r.user_id = users.id)`,
        ]
      : []),
    ...(excludeOrganizationId
      ? [
          sql<SqlBool>`not exists (select from organization_users o where o.user_id = users.id and o.organization_id = ${excludeOrganizationId})`,
        ]
      : []),
  ];
}

export async function listUsers(db: Db, filter: Filter, page: Page): Promise<User[]> {
  let query = db.selectFrom('users').select([...columns, hasPassword]);
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (filter.search) {
    query = query.where(matches<'users'>(filter.search));
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute();
  return rows as User[];
}

/** The newest users and their total in one round trip, for the page that is asked for most. */
export async function listNewestUsers(db: Db, page: Page): Promise<{ users: User[]; total: number } | undefined> {
  const total = sql<number>`(select coalesce(sum(n), 0)::bigint from row_counts where kind = 'users')`.as('total');
  const rows = await db
    .selectFrom('users')
    .select([...columns, hasPassword, total])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  // Past the end there is no row to carry the total.
  return rows[0] && { users: rows as unknown as User[], total: rows[0].total };
}

async function countAllUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('row_counts')
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('total'))
    .where('kind', '=', 'users')
    .executeTakeFirst();
  return row?.total ?? 0;
}

async function countRoleUsers(db: Db, roleId: string): Promise<number> {
  const query = db.selectFrom('users_roles').select(sql<number>`count(*)`.as('total')).where('role_id', '=', roleId);
  return (await query.executeTakeFirstOrThrow()).total;
}

/** All users are counted by triggers as they come and go; a search has to count for itself. */
export async function countUsers(db: Db, filter: Filter): Promise<number> {
  const { search, roleId, excludeRoleId, excludeOrganizationId } = filter;
  if (!search && !excludeOrganizationId && !(roleId && excludeRoleId)) {
    if (roleId) {
      return countRoleUsers(db, roleId);
    }
    const all = await countAllUsers(db);
    return excludeRoleId ? all - (await countRoleUsers(db, excludeRoleId)) : all;
  }
  let query = db.selectFrom('users').select(sql<number>`count(*)`.as('total'));
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (filter.search) {
    query = query.where(matches<'users'>(filter.search));
  }
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...columns, hasPassword])
    .where('id', '=', id)
    .executeTakeFirst();
  return row as User | undefined;
}

export type Credentials = {
  id: string;
  isSuspended: boolean;
  /** Whether the address it was found by is proven to be theirs. A username needs no proof. */
  isVerified: boolean;
  password: StoredPassword | undefined;
};

const identifierColumns = { username: 'username', email: 'primary_email', phone: 'primary_phone', id: 'id' } as const;
const verifiedColumns: Record<string, string> = { email: 'email_verified_at', phone: 'phone_verified_at' };

export async function findCredentials(
  db: Db,
  by: Identifier | { type: 'id'; value: string },
): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'is_suspended as isSuspended',
      'password_encrypted as digest',
      'password_encryption_method as method',
      sql<boolean>`${sql.ref(verifiedColumns[by.type] ?? 'id')} is not null`.as('isVerified'),
    ])
    .where(identifierColumns[by.type], '=', by.value)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { digest, method, ...person } = row;
  return { ...person, password: digest && method ? { digest, method: method as PasswordMethod } : undefined };
}

export type NewUser = {
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
  /** Whoever writes an address vouches for it, unless they say that they do not. */
  isEmailVerified?: boolean;
  isPhoneVerified?: boolean;
};

const verifiedNow = (isVerified = true) => (isVerified ? sql<string>`now()` : null);

export async function insertUser(db: Db, user: NewUser): Promise<User> {
  const id = newShortId();
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
  const row = await db
    .updateTable('users')
    .set({
      // Harmless, and keeps an update without changes valid SQL.
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

/** The same password in a better form, unless another one was set meanwhile. */
export async function upgradePassword(db: Db, id: string, from: StoredPassword, to: StoredPassword): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_encrypted: to.digest, password_encryption_method: to.method })
    .where('id', '=', id)
    .where('password_encrypted', '=', from.digest)
    .execute();
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

export async function deleteUser(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}
