import type { Organization } from '@postern/contracts/access/organization';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { findOrganization } from './store.ts';

export const missingOrganization = (id: string) =>
  new AppError('entity.not_exists_with_id', { values: { name: 'Organization', id } });

export async function getOrganization(db: Db, id: string): Promise<Organization> {
  const organization = await findOrganization(db, id);
  if (!organization) {
    throw missingOrganization(id);
  }
  return organization;
}
