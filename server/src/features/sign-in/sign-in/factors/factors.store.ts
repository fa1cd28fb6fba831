import { sql } from 'kysely';
import type { StoredFactor } from '#features/people/users';
import type { Db } from '#platform/db';

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
  skipMfaOnSignIn: boolean;
  neverOfferPasskey: boolean;
  /** Member of an organization that requires a second factor. */
  isOrganizationRequired: boolean;
  hasTemporaryCode: boolean;
};

export async function findFactorHolder(db: Db, userId: string): Promise<FactorHolder | undefined> {
  const { rows } = await sql<FactorHolder>`
    select u.mfa_verifications as factors, u.primary_email as "primaryEmail", u.primary_phone as "primaryPhone",
      u.username, u.name, u.is_suspended as "isSuspended",
      coalesce(u.logto_config -> 'mfa' -> 'skipped' = 'true', false) as skipped,
      coalesce(u.logto_config -> 'mfa' -> 'skipMfaOnSignIn' = 'true', false) as "skipMfaOnSignIn",
      coalesce(u.logto_config -> 'mfa' -> 'neverOfferPasskey' = 'true', false) as "neverOfferPasskey",
      exists (select from organization_users m join organizations o on o.id = m.organization_id
        where m.user_id = u.id and o.is_mfa_required) as "isOrganizationRequired",
      exists (select from mfa_temporary_codes c where c.user_id = u.id and c.expires_at > now()) as "hasTemporaryCode"
    from users u where u.id = ${userId}`.execute(db);
  return rows[0];
}
