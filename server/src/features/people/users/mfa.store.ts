import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

type Common = { id: string; createdAt: string; lastUsedAt?: string };

/** `key` and `code` are encrypted: read access to the table does not reveal them. */
export type StoredFactor =
  | (Common & {
      type: 'Totp';
      key: string;
      /** The time step of the last accepted code. */
      usedStep?: number;
    })
  | (Common & { type: 'BackupCode'; codes: { code: string; usedAt?: string }[] })
  | (Common & { type: 'WebAuthn'; name?: string } & Passkey);

/** A passkey; its owner keeps the private key. */
export type Passkey = {
  /** The model of the authenticator if reported; passkeys of older releases have none. */
  aaguid?: string;
  rpId: string;
  credentialId: string;
  publicKey: string;
  transports: string[];
  counter: number;
  /** The browser that created it. */
  agent: string;
  /** Whether it can exist on several devices. This never changes. Passkeys of the previous release do not say it. */
  isShareable?: boolean;
};

/** Undefined if there is no such user. `lock` prevents parallel changes until the transaction ends. */
export async function findFactors(db: Db, userId: string, lock = false): Promise<StoredFactor[] | undefined> {
  const query = db.selectFrom('users').select('mfa_verifications as factors').where('id', '=', userId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  // Only this store writes the column.
  return row?.factors as StoredFactor[] | undefined;
}

export async function insertFactor(db: Db, userId: string, factor: StoredFactor): Promise<void> {
  await db
    .updateTable('users')
    .set({ mfa_verifications: sql<string>`mfa_verifications || ${JSON.stringify([factor])}::jsonb` })
    .where('id', '=', userId)
    .execute();
}

/** The caller must have locked the factors. Returns the security epoch of the person. */
export async function replaceFactors(
  db: Db,
  userId: string,
  factors: readonly StoredFactor[],
): Promise<number | undefined> {
  const row = await db
    .updateTable('users')
    .set({ mfa_verifications: JSON.stringify(factors) })
    .where('id', '=', userId)
    .returning('security_epoch as epoch')
    .executeTakeFirst();
  return row?.epoch;
}

export async function deleteFactor(db: Db, userId: string, factorId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      mfa_verifications: sql<string>`coalesce((select jsonb_agg(one order by position)
        from jsonb_array_elements(mfa_verifications) with ordinality as factor (one, position)
        where one ->> 'id' is distinct from ${factorId}), '[]')`,
    })
    .where('id', '=', userId)
    .where(sql<boolean>`mfa_verifications @> ${JSON.stringify([{ id: factorId }])}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Clocks of the servers and the database may differ by this much. */
const skewMs = 5000;

/** Removes the factors that were added after a moment, in milliseconds. Returns their types. */
export async function deleteFactorsSince(db: Db, userId: string, moment: number): Promise<StoredFactor['type'][]> {
  const factors = (await findFactors(db, userId, true)) ?? [];
  const isKept = ({ createdAt }: StoredFactor) => Date.parse(createdAt) < moment - skewMs;
  if (!factors.every(isKept)) {
    await replaceFactors(db, userId, factors.filter(isKept));
  }
  return factors.filter((factor) => !isKept(factor)).map(({ type }) => type);
}

export async function renamePasskey(db: Db, userId: string, factorId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      mfa_verifications: sql<string>`(select jsonb_agg(case when one ->> 'id' = ${factorId}
          then one || jsonb_build_object('name', ${name}::text) else one end order by position)
        from jsonb_array_elements(mfa_verifications) with ordinality as factor (one, position))`,
    })
    .where('id', '=', userId)
    .where(sql<boolean>`mfa_verifications @> ${JSON.stringify([{ id: factorId, type: 'WebAuthn' }])}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * `enabled`: with false, existing factors are not requested at sign-in; it becomes true with a factor. `skipped`: the
 * user declined a second factor. `additionalBindingSuggestionSkipped`: the user declined another one. `skipMfaOnSignIn`:
 * existing factors are not requested at sign-in. `neverOfferPasskey`: the user does not want to be asked again to create
 * a passkey.
 */
export type MfaChoices = {
  enabled?: boolean | undefined;
  skipped?: boolean | undefined;
  additionalBindingSuggestionSkipped?: boolean | undefined;
  skipMfaOnSignIn?: boolean | undefined;
  neverOfferPasskey?: boolean | undefined;
};

/** Undefined if there is no such user. */
export async function findMfaChoices(db: Db, userId: string): Promise<MfaChoices | undefined> {
  const row = await db
    .selectFrom('users')
    .select(sql<MfaChoices | null>`logto_config -> 'mfa'`.as('choices'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && (row.choices ?? {});
}

/** Changes the given choices. Returns false if there is no such user. */
export async function updateMfaChoices(db: Db, userId: string, choices: MfaChoices): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      logto_config: sql<string>`logto_config || jsonb_build_object('mfa',
        coalesce(logto_config -> 'mfa', '{}') || ${JSON.stringify(choices)}::jsonb)`,
    })
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Replaces an earlier code of the user. Returns undefined if there is no such user. */
export async function putTemporaryCode(
  db: Db,
  userId: string,
  digest: string,
  seconds: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ expiresAt: number }>`
    insert into mfa_temporary_codes (user_id, digest, expires_at)
      select id, ${digest}, now() + ${seconds} * interval '1 second' from users where id = ${userId}
      on conflict (tenant_id, user_id) do update
        set digest = excluded.digest, expires_at = excluded.expires_at, created_at = now()
      returning floor(extract(epoch from expires_at) * 1000)::bigint as "expiresAt"`.execute(db);
  return rows[0] && Number(rows[0].expiresAt);
}

/** Consumes the code: of several parallel uses, one gets true. */
export async function takeTemporaryCode(db: Db, userId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mfa_temporary_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .where('expires_at', '>', sql<number>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

export async function deleteTemporaryCode(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mfa_temporary_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

export const deleteOldTemporaryCodes = (db: Db) =>
  deleteSome(db, 'mfa_temporary_codes', sql`expires_at < now() - interval '1 day'`);
