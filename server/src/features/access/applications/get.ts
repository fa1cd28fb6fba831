import type { Application } from '@postern/contracts/access/applications';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { findApplication } from './store.ts';

export const missing = (id: string, name = 'Application') =>
  new AppError('entity.not_exists_with_id', { values: { name, id } });

export async function getApplication(db: Db, id: string): Promise<Application> {
  const application = await findApplication(db, id);
  if (!application) {
    throw missing(id);
  }
  return application;
}

/** Only third-party applications ask users for consent. */
export async function getThirdPartyApplication(db: Db, id: string): Promise<Application> {
  const application = await getApplication(db, id);
  if (!application.isThirdParty) {
    throw new AppError('application.third_party_application_only');
  }
  return application;
}
