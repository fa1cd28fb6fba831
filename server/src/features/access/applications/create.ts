import { type Application, type CreateApplication, secretBearingTypes } from '@postern/contracts/access/applications';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import type { Caller } from '#platform/caller';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { newId, newSecret } from '#platform/ids';
import { type ApplicationCreator, insertApplication, insertSecret } from './store.ts';

/** Who calls, as their token says. */
export const creatorOf = ({ subject, clientId, issuerTenantId }: Caller): ApplicationCreator => ({
  type: subject === clientId ? 'application' : 'person',
  tenantId: issuerTenantId,
  id: subject,
});

/** A new application, with a first secret where its type keeps secrets; `secret` is that one. */
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
