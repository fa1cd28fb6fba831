import type { Db } from '#platform/db/db';

export async function isFactorRequired(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('is_mfa_required as isMfaRequired')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.isMfaRequired === true;
}

/** Returns false if nothing changed. */
export async function updateFactorRequirement(db: Db, organizationId: string, isRequired: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organizations')
    .set({ is_mfa_required: isRequired })
    .where('id', '=', organizationId)
    .where('is_mfa_required', '=', !isRequired)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
