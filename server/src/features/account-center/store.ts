import type { AccountCenter, UpdateAccountCenter } from '@postern/contracts/account-center';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

const columns = [
  'tenant_id as tenantId',
  'id',
  'enabled',
  'fields',
  'webauthn_related_origins as webauthnRelatedOrigins',
] as const;
const id = 'default';

/** Undefined until something was changed: then the account center is off. */
export async function findAccountCenter(db: Db): Promise<AccountCenter | undefined> {
  const row = await db.selectFrom('account_centers').select(columns).where('id', '=', id).executeTakeFirst();
  // The JSON columns were validated by the contract when they were written.
  return row as AccountCenter | undefined;
}

/** Fields that are not given keep their value. */
export async function saveAccountCenter(
  db: Db,
  { enabled, fields, webauthnRelatedOrigins }: UpdateAccountCenter,
): Promise<AccountCenter> {
  const plain = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(webauthnRelatedOrigins === undefined
      ? {}
      : { webauthn_related_origins: JSON.stringify(webauthnRelatedOrigins) }),
  };
  const given = JSON.stringify(fields ?? {});
  const row = await db
    .insertInto('account_centers')
    .values({ id, ...plain, fields: given })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ ...plain, fields: sql`account_centers.fields || ${given}::jsonb` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as AccountCenter;
}
