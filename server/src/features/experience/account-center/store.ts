import type { AccountCenter, UpdateAccountCenter } from '@postern/contracts/experience/account-center';
import type { Db } from '#platform/db/db';

const columns = [
  'tenant_id as tenantId',
  'id',
  'enabled',
  'fields',
  'webauthn_related_origins as webauthnRelatedOrigins',
  'delete_account as deleteAccount',
  'delete_account_url as deleteAccountUrl',
  'custom_css as customCss',
  'profile_fields as profileFields',
] as const;
const id = 'default';

/** The field is not part of the wire, so it is included only if it is on. */
function read({ deleteAccount, ...row }: { deleteAccount: boolean } & Record<string, unknown>): AccountCenter {
  // The contract validated the JSON columns on write.
  return { ...row, ...(deleteAccount ? { deleteAccount } : {}) } as AccountCenter;
}

/** Undefined until the first change; the account center is off then. */
export async function findAccountCenter(db: Db): Promise<AccountCenter | undefined> {
  const row = await db.selectFrom('account_centers').select(columns).where('id', '=', id).executeTakeFirst();
  return row && read(row);
}

/** Omitted settings keep their value; `fields` is replaced completely. */
export async function saveAccountCenter(
  db: Db,
  {
    enabled,
    fields,
    webauthnRelatedOrigins,
    deleteAccount,
    deleteAccountUrl,
    customCss,
    profileFields,
  }: UpdateAccountCenter,
): Promise<AccountCenter> {
  const given = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(deleteAccount === undefined ? {} : { delete_account: deleteAccount }),
    ...(deleteAccountUrl === undefined ? {} : { delete_account_url: deleteAccountUrl || null }),
    ...(customCss === undefined ? {} : { custom_css: customCss || null }),
    ...(profileFields === undefined ? {} : { profile_fields: profileFields && JSON.stringify(profileFields) }),
    ...(webauthnRelatedOrigins === undefined
      ? {}
      : { webauthn_related_origins: JSON.stringify(webauthnRelatedOrigins) }),
    ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
  };
  const row = await db
    .insertInto('account_centers')
    .values({ id, ...given })
    // Sets `id` to itself, so that an empty change also returns the row.
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ id, ...given }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return read(row);
}
