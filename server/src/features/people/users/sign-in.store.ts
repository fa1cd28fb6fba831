import type { Identities } from '@postern/contracts/people/user-identities';
import type { User, UserProfile } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Statement } from '#platform/tenancy/tenancy';
import { markOwnChange, type UserChanges, updateUser } from './store.ts';

export type NewIdentity = { target: string; userId: string; details?: Record<string, unknown> };

/** One identity per target; replaces an existing one. Undefined if there is no such user. */
export async function putIdentity(
  db: Db,
  id: string,
  { target, ...identity }: NewIdentity,
): Promise<{ identities: Identities; wasThere: boolean } | undefined> {
  const { rows } = await sql<{ identities: Identities; wasThere: boolean }>`
    with before as (
      select id, jsonb_exists(identities, ${target}) as was_there from users where id = ${id} for update)
    update users set identities = users.identities || ${JSON.stringify({ [target]: identity })}::jsonb
    from before where users.id = before.id
    returning users.identities, before.was_there as "wasThere"`.execute(db);
  return rows[0];
}

/** Returns false if the user has none. */
export async function deleteIdentity(db: Db, id: string, target: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ identities: sql<string>`identities - ${target}::text` })
    .where('id', '=', id)
    .where(sql<boolean>`jsonb_exists(identities, ${target})`)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export type ProvenAddresses = { email?: string; phone?: string };

/** The verified addresses of a person; addresses that only a provider claims are excluded. */
export async function findProvenAddresses(db: Db, userId: string): Promise<ProvenAddresses> {
  const row = await db
    .selectFrom('users')
    .select([
      'primary_email as email',
      'primary_phone as phone',
      'email_verified_at as emailAt',
      'phone_verified_at as phoneAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  return {
    ...(row?.email && row.emailAt !== null ? { email: row.email } : {}),
    ...(row?.phone && row.phoneAt !== null ? { phone: row.phone } : {}),
  };
}

/** The owner of an identity at a provider. */
export type LinkedPerson = Pick<User, 'id' | 'isSuspended' | 'name' | 'avatar' | 'identities'> & { epoch: number };

export async function findByIdentity(db: Db, target: string, identityId: string): Promise<LinkedPerson | undefined> {
  const row = await db
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select([
      'u.id',
      'u.is_suspended as isSuspended',
      'u.name',
      'u.avatar',
      'u.identities',
      'u.security_epoch as epoch',
    ])
    .where('i.target', '=', target)
    .where('i.identity_id', '=', identityId)
    .executeTakeFirst();
  return row as LinkedPerson | undefined;
}

const verifiedColumns = { email: 'email_verified_at', phone: 'phone_verified_at' } as const;
/** The address of the other kind. It signs in too, if it was proven. */
const otherColumns = {
  email: ['primary_phone', 'phone_verified_at'],
  phone: ['primary_email', 'email_verified_at'],
} as const;

/**
 * Called when the owner of a claimed address has proven it. All existing credentials are removed because they may
 * belong to the person who claimed it, also an address that this person has proven. A trigger ends personal access tokens
 * and links that restore earlier addresses. Returns false if the address was already proven.
 */
export async function claimAddress(db: Db, userId: string, type: 'email' | 'phone'): Promise<boolean> {
  const [other, isProven] = otherColumns[type];
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      [verifiedColumns[type]]: sql`now()`,
      [other]: sql`case when ${sql.ref(isProven)} is null then ${sql.ref(other)} end`,
      [isProven]: null,
      password_encrypted: null,
      password_encryption_method: null,
      identities: '{}',
      mfa_verifications: '[]',
    })
    .where('id', '=', userId)
    .where(verifiedColumns[type], 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export type SignInChanges = Pick<
  UserChanges,
  'username' | 'primaryEmail' | 'primaryPhone' | 'name' | 'avatar' | 'password' | 'isEmailVerified' | 'isPhoneVerified'
> & {
  /** Merged into the stored value. */
  profile?: UserProfile;
  customData?: Record<string, unknown>;
  identity?: { target: string; userId: string; details?: Record<string, unknown> };
  place?: SignInPlace | undefined;
  /** The security epoch of the proofs of this sign-in; undefined if they were made by the previous release. */
  epoch?: number | undefined;
};

/** From where a person signs in, to recognize impossible travel and new countries next time. */
export type SignInPlace = {
  network?: string;
  timeZone?: string;
  country?: string;
  latitude?: number;
  longitude?: number;
  /** Of the last 180 days, the latest first. */
  countries?: { country: string; lastSignInAt: string }[];
};

/**
 * Stores data that was added during a sign-in and the sign-in itself. Undefined if the account is gone or suspended
 * meanwhile, or its security epoch has advanced.
 */
export async function completeSignIn(
  db: Db,
  id: string,
  { profile, customData, identity, place, epoch, ...changes }: SignInChanges,
): Promise<User | undefined> {
  const merged = await db
    .updateTable('users')
    .set({
      last_sign_in_at: sql<string>`now()`,
      ...(place ? { last_sign_in_place: JSON.stringify(place) } : {}),
      ...(profile ? { profile: sql<string>`profile || ${JSON.stringify(profile)}::jsonb` } : {}),
      ...(customData ? { custom_data: sql<string>`custom_data || ${JSON.stringify(customData)}::jsonb` } : {}),
      ...(identity
        ? {
            identities: sql<string>`identities || ${JSON.stringify({
              [identity.target]: { userId: identity.userId, details: identity.details ?? {} },
            })}::jsonb`,
          }
        : {}),
    })
    .where('id', '=', id)
    .where('is_suspended', '=', false)
    .where(sql<boolean>`security_epoch = coalesce(${epoch ?? null}::bigint, security_epoch)`)
    .returning('id')
    .executeTakeFirst();
  if (changes.primaryEmail || changes.primaryPhone) {
    await markOwnChange(db);
  }
  return merged && updateUser(db, id, changes);
}

/**
 * $1 user, $2 id of the event, $3 its data, $4 required fields of the settings, $5 actor, $6 place, $7 security
 * epoch of the proofs or null. Signs in a user who lacks none of them and writes the event as `emit` does; otherwise
 * returns no row. One statement for the common case without changes.
 */
export const touchSignIn: Statement = {
  name: 'users_touch_sign_in',
  text: `with touched as (
      update users set last_sign_in_at = now(), last_sign_in_place = coalesce($6::jsonb, last_sign_in_place)
      where id = $1 and not is_suspended and security_epoch = coalesce($7::bigint, security_epoch)
        and not ('username' = any ($4::text[]) and username is null)
        and not ('email' = any ($4::text[]) and primary_email is null)
        and not ('phone' = any ($4::text[]) and primary_phone is null)
        and not ('emailOrPhone' = any ($4::text[]) and primary_email is null and primary_phone is null)
        and not ('password' = any ($4::text[]) and password_encrypted is null and identities = '{}')
        and not ('extraProfile' = any ($4::text[]) and last_sign_in_at is null and application_id is not null)
      returning id)
    insert into outbox (id, name, subject_id, data, actor) select $2, 'PostSignIn', id, $3, $5 from touched
    returning subject_id`,
  emits: true,
};
