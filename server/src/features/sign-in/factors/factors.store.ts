import { sql } from 'kysely';
import type { StoredFactor } from '#features/people/users';
import type { Db } from '#platform/db/db';

/** The second factors of a user, and what decides whether they are requested. */
export type FactorHolder = {
  factors: StoredFactor[];
  primaryEmail: string | null;
  primaryPhone: string | null;
  username: string | null;
  name: string | null;
  isSuspended: boolean;
  /** The choices of the user. */
  skipped: boolean;
  /** Also if the user has second factors turned off. */
  skipMfaOnSignIn: boolean;
  neverOfferPasskey: boolean;
  /** Whether the user has turned second factors on; null while unknown. */
  mfaEnabled: boolean | null;
  /** The user does not want to be asked for a further factor. */
  suggestionSkipped: boolean;
  /** The account is linked to one at a company, which decides how it signs in. */
  hasSsoIdentity: boolean;
  /** Member of an organization that requires a second factor. */
  isOrganizationRequired: boolean;
  hasTemporaryCode: boolean;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  /** The trusted device of this browser; null if it is not trusted. */
  trustedDeviceId: string | null;
};

/** The tokens of this browser, and how long a device is trusted. */
export type Trust = { digests: string[]; days: number };

export async function findFactorHolder(
  db: Db,
  userId: string,
  { digests, days }: Trust = { digests: [], days: 0 },
): Promise<FactorHolder | undefined> {
  const { rows } = await sql<FactorHolder>`
    select u.mfa_verifications as factors, u.primary_email as "primaryEmail", u.primary_phone as "primaryPhone",
      u.username, u.name, u.is_suspended as "isSuspended",
      coalesce(u.logto_config -> 'mfa' -> 'skipped' = 'true', false) as skipped,
      (coalesce(u.logto_config -> 'mfa' -> 'skipMfaOnSignIn' = 'true', false)
        or coalesce(u.logto_config -> 'mfa' -> 'enabled' = 'false', false)) as "skipMfaOnSignIn",
      coalesce(u.logto_config -> 'mfa' -> 'neverOfferPasskey' = 'true', false) as "neverOfferPasskey",
      (u.logto_config -> 'mfa' -> 'enabled') = 'true' as "mfaEnabled",
      coalesce(u.logto_config -> 'mfa' -> 'additionalBindingSuggestionSkipped' = 'true', false) as "suggestionSkipped",
      exists (select from user_sso_identities s where s.user_id = u.id) as "hasSsoIdentity",
      exists (select from organization_users m join organizations o on o.id = m.organization_id
        where m.user_id = u.id and o.is_mfa_required) as "isOrganizationRequired",
      exists (select from mfa_temporary_codes c where c.user_id = u.id and c.expires_at > now()) as "hasTemporaryCode",
      u.email_verified_at is not null as "isEmailVerified", u.phone_verified_at is not null as "isPhoneVerified",
      (select t.id from trusted_devices t where t.user_id = u.id and t.token_digest = any(${digests})
        and t.expires_at > now() and t.created_at > now() - ${days} * interval '1 day' limit 1) as "trustedDeviceId"
    from users u where u.id = ${userId}`.execute(db);
  return rows[0];
}
