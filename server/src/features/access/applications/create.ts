import { type Application, type CreateApplication, secretBearingTypes } from '@postern/contracts/access/applications';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import type { Caller } from '#platform/caller';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { newId, newSecret } from '#platform/ids';
import { type ApplicationCreator, insertApplication, insertSecret } from './store.ts';

/** The creator, as identified by the token. */
export const creatorOf = ({ subject, clientId, issuerTenantId }: Caller): ApplicationCreator => ({
  type: subject === clientId ? 'application' : 'person',
  tenantId: issuerTenantId,
  id: subject,
});

/** Creates an application, with a first secret if its type has secrets; `secret` is its value. */
export async function createApplication(
  db: Db,
  body: CreateApplication,
  creator: ApplicationCreator,
): Promise<{ application: Application; secret: string | undefined }> {
  const application = await insertApplication(db, newId(), internalSecretPrefix + newSecret(), body, creator);
  const secret = secretBearingTypes.includes(body.type)
    ? await insertSecret(db, { application, name: defaultSecretName, value: newSecret() })
    : undefined;
  await emit(db, { name: 'Application.Created', subjectId: application.id, data: { type: application.type } });
  return { application, secret: secret?.value };
}
