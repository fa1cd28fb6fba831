import type { AccountCenter, UpdateAccountCenter } from '@postern/contracts/experience/account-center';
import type { Db } from '#platform/db';

const columns = [
  'tenant_id as tenantId',
  'id',
  'enabled',
  'fields',
  'webauthn_related_origins as webauthnRelatedOrigins',
  'delete_account as deleteAccount',
] as const;
const id = 'default';

/** The wire knows no such field: it is named only where it is on. */
function read({ deleteAccount, ...row }: { deleteAccount: boolean } & Record<string, unknown>): AccountCenter {
  // The JSON columns were validated by the contract when they were written.
  return { ...row, ...(deleteAccount ? { deleteAccount } : {}) } as AccountCenter;
}

/** Undefined until something was changed: then the account center is off. */
export async function findAccountCenter(db: Db): Promise<AccountCenter | undefined> {
  const row = await db.selectFrom('account_centers').select(columns).where('id', '=', id).executeTakeFirst();
  return row && read(row);
}

/** What is not given keeps its value; `fields` is replaced as a whole. */
export async function saveAccountCenter(
  db: Db,
  { enabled, fields, webauthnRelatedOrigins, deleteAccount }: UpdateAccountCenter,
): Promise<AccountCenter> {
  const given = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(deleteAccount === undefined ? {} : { delete_account: deleteAccount }),
    ...(webauthnRelatedOrigins === undefined
      ? {}
      : { webauthn_related_origins: JSON.stringify(webauthnRelatedOrigins) }),
    ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
  };
  const row = await db
    .insertInto('account_centers')
    .values({ id, ...given })
    // Set to itself, so that a change without changes answers the row too.
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ id, ...given }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return read(row);
}
