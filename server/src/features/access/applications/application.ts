import {
  type CreateApplication,
  type ProtectedAppMetadata,
  secretBearingTypes,
} from '@postern/contracts/access/applications';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId, newSecret } from '#platform/secrets/ids';
import type { SecretSealer, StoredApplication } from './seal-secrets.ts';
import { type ApplicationCreator, findApplication, insertApplication, insertSecret } from './store.ts';

export const missing = (id: string, name = 'Application') =>
  new AppError('entity.not_exists_with_id', { values: { name, id } });

export async function getApplication(db: Db, id: string): Promise<StoredApplication> {
  const application = await findApplication(db, id);
  if (!application) {
    throw missing(id);
  }
  return application;
}

/** Only third-party applications ask users for consent. */
export async function getThirdPartyApplication(db: Db, id: string): Promise<StoredApplication> {
  const application = await getApplication(db, id);
  if (!application.isThirdParty) {
    throw new AppError('application.third_party_application_only');
  }
  return application;
}

/** The creator, as identified by the token. */
export const creatorOf = ({ subject, clientId, issuerTenantId }: Caller): ApplicationCreator => ({
  type: subject === clientId ? 'application' : 'person',
  tenantId: issuerTenantId,
  id: subject,
});

/** Creates an application, with a first secret if its type has secrets; `secret` is its value. */
export async function createApplication(
  db: Db,
  sealer: SecretSealer,
  body: CreateApplication & { protection?: ProtectedAppMetadata },
  creator: ApplicationCreator,
): Promise<{ application: StoredApplication; secret: string | undefined }> {
  const application = await insertApplication(db, newId(), internalSecretPrefix + newSecret(), body, creator);
  const secret = secretBearingTypes.includes(body.type)
    ? await insertSecret(db, sealer, { application, name: defaultSecretName, value: newSecret() })
    : undefined;
  await emit(db, { name: 'Application.Created', subjectId: application.id, data: { type: application.type } });
  return { application, secret: secret?.value };
}
