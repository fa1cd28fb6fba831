import type { CaptchaConfig, CaptchaProvider } from '@postern/contracts/experience/captcha';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';

const columns = [
  'tenant_id as tenantId',
  'id',
  'config',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export async function findCaptchaProvider(db: Db): Promise<CaptchaProvider | undefined> {
  const row = await db.selectFrom('captcha_providers').select(columns).executeTakeFirst();
  // The contract validated the config on write.
  return row as CaptchaProvider | undefined;
}

/** A tenant has at most one; a new config replaces it. */
export async function saveCaptchaProvider(db: Db, config: CaptchaConfig): Promise<CaptchaProvider> {
  const row = await db
    .insertInto('captcha_providers')
    .values({ id: newId(), config: JSON.stringify(config) })
    .onConflict((conflict) =>
      conflict.constraint('captcha_providers__one').doUpdateSet({ config: sql`excluded.config` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as CaptchaProvider;
}

export async function deleteCaptchaProvider(db: Db): Promise<string | undefined> {
  const row = await db.deleteFrom('captcha_providers').returning('id').executeTakeFirst();
  return row?.id;
}
