import type { AuthorizationDetailsType } from '@postern/contracts/access/authorization-details';
import type { Db } from '#platform/db/db';

export async function listDetailsTypes(db: Db, resourceId: string): Promise<AuthorizationDetailsType[]> {
  const rows = await db
    .selectFrom('authorization_details_types')
    .select(['type', 'title', 'fields'])
    .where('resource_id', '=', resourceId)
    .orderBy('type')
    .execute();
  // Written by `replaceDetailsTypes` only.
  return rows as AuthorizationDetailsType[];
}

export async function replaceDetailsTypes(
  db: Db,
  resourceId: string,
  types: AuthorizationDetailsType[],
): Promise<void> {
  await db.deleteFrom('authorization_details_types').where('resource_id', '=', resourceId).execute();
  if (types.length > 0) {
    await db
      .insertInto('authorization_details_types')
      .values(
        types.map(({ type, title, fields }) => ({
          type,
          title,
          fields: JSON.stringify(fields),
          resource_id: resourceId,
        })),
      )
      .execute();
  }
}
