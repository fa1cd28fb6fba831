import type { CaptchaConfig, CaptchaProvider } from '@postern/contracts/experience/captcha';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import { newId } from '#platform/secrets/ids';
import type { Sealer } from '#platform/secrets/seal-column';

const columns = [
  'tenant_id as tenantId',
  'id',
  'config',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const sealSecret = (config: CaptchaConfig, { seal }: Sealer): CaptchaConfig =>
  config.type === 'ProofOfWork' ? config : { ...config, secretKey: seal(config.secretKey) };

/** The contract validated the config on write. */
function openProvider(row: unknown, { open }: Sealer): CaptchaProvider {
  const { config, ...provider } = row as CaptchaProvider;
  const opened = config.type === 'ProofOfWork' ? config : { ...config, secretKey: open(config.secretKey) };
  return { ...provider, config: opened };
}

export async function findCaptchaProvider(db: Db, sealer: Sealer): Promise<CaptchaProvider | undefined> {
  const row = await db.selectFrom('captcha_providers').select(columns).executeTakeFirst();
  return row && openProvider(row, sealer);
}

/** The key that signs puzzles, as stored; null if the provider never was the built-in one. */
export async function findChallengeKey(db: Db): Promise<string | null> {
  const row = await db.selectFrom('captcha_providers').select('challenge_key').executeTakeFirst();
  return row?.challenge_key ?? null;
}

/** A tenant has at most one; a new config replaces it. A given key replaces the old one. */
export async function saveCaptchaProvider(
  db: Db,
  config: CaptchaConfig,
  challengeKey: string | null,
  sealer: Sealer,
): Promise<CaptchaProvider> {
  const row = await db
    .insertInto('captcha_providers')
    .values({ id: newId(), config: JSON.stringify(sealSecret(config, sealer)), challenge_key: challengeKey })
    .onConflict((conflict) =>
      conflict
        .constraint('captcha_providers__one')
        .doUpdateSet({ config: sql`excluded.config`, challenge_key: sql`excluded.challenge_key` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return openProvider(row, sealer);
}

export async function deleteCaptchaProvider(db: Db): Promise<string | undefined> {
  const row = await db.deleteFrom('captcha_providers').returning('id').executeTakeFirst();
  return row?.id;
}

/** False if the solution was used before, on any node. */
export async function recordUse(db: Db, { id, expiresAt }: { id: string; expiresAt: Date }): Promise<boolean> {
  const row = await db
    .insertInto('captcha_uses')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Kept a little longer than they are valid, because the clocks of nodes may differ. */
export const deleteOldUses = (db: Db) => deleteSome(db, 'captcha_uses', sql`expires_at < now() - interval '1 hour'`);
