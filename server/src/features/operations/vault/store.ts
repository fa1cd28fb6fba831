import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export async function findVaultState(db: Db): Promise<{ settingsFrom: number; isSealed: boolean }> {
  return db
    .selectFrom('vault_state')
    .select(['settings_from as settingsFrom', sql<boolean>`settings_sealed_at is not null`.as('isSealed')])
    .executeTakeFirstOrThrow();
}

export async function noteSettingsSealed(db: Db): Promise<void> {
  await db.updateTable('vault_state').set({ settings_sealed_at: sql<Date>`now()` }).execute();
}

/** As after an upgrade: values are encrypted when the nodes of the previous release have stopped. */
export async function delaySealing(db: Db): Promise<void> {
  await db
    .updateTable('vault_state')
    .set({ settings_from: sql<Date>`now() + interval '1 day'`, settings_sealed_at: null })
    .execute();
}
