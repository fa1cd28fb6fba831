import { sql } from 'kysely';
import type { Db } from '#platform/db';

type Common = { id: string; createdAt: string; lastUsedAt?: string };

/** `key` and `code` are encrypted: read access to the table does not reveal them. */
export type StoredFactor =
  | (Common & { type: 'Totp'; key: string })
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

/** `skipped`: the user declined a second factor. `skipMfaOnSignIn`: existing factors are not requested at sign-in. */
export type MfaChoice = 'skipped' | 'skipMfaOnSignIn';

export async function findMfaChoice(db: Db, userId: string, choice: MfaChoice): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('users')
    .select(sql<boolean>`logto_config -> 'mfa' -> ${choice}::text = 'true'`.as('chosen'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && row.chosen === true;
}

export async function updateMfaChoice(db: Db, userId: string, choice: MfaChoice, chosen: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      logto_config: sql<string>`logto_config || jsonb_build_object('mfa',
        coalesce(logto_config -> 'mfa', '{}') || jsonb_build_object(${choice}::text, ${chosen}::boolean))`,
    })
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
