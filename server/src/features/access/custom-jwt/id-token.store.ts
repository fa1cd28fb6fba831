import type { IdTokenSettings } from '@postern/contracts/access/id-token';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

type Row = { claims: unknown };

// Only this store writes the column, after the contract has checked it.
const toSettings = ({ claims }: Row): IdTokenSettings =>
  claims === null ? {} : { enabledExtendedClaims: claims as IdTokenSettings['enabledExtendedClaims'] };

/** Undefined if the tenant never changed them. */
export async function findIdTokenSettings(db: Db): Promise<IdTokenSettings | undefined> {
  const row = await db.selectFrom('id_token_settings').select('enabled_extended_claims as claims').executeTakeFirst();
  return row && toSettings(row);
}

export async function saveIdTokenSettings(
  db: Db,
  { enabledExtendedClaims }: IdTokenSettings,
): Promise<IdTokenSettings> {
  const claims = enabledExtendedClaims === undefined ? null : JSON.stringify(enabledExtendedClaims);
  const row = await db
    .insertInto('id_token_settings')
    .values({ enabled_extended_claims: claims })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ enabled_extended_claims: sql`excluded.enabled_extended_claims` }),
    )
    .returning('enabled_extended_claims as claims')
    .executeTakeFirstOrThrow();
  return toSettings(row);
}
