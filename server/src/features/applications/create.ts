import { type Application, type CreateApplication, secretBearingTypes } from '@postern/contracts/applications';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { newId, newSecret } from '#platform/ids';
import { insertApplication, insertSecret } from './store.ts';

/** A new application, with a first secret where its type keeps secrets; `secret` is that one. */
export async function createApplication(
  db: Db,
  body: CreateApplication,
): Promise<{ application: Application; secret: string | undefined }> {
  const application = await insertApplication(db, newId(), internalSecretPrefix + newSecret(), body);
  const secret = secretBearingTypes.includes(body.type)
    ? await insertSecret(db, { application, name: defaultSecretName, value: newSecret() })
    : undefined;
  await emit(db, { name: 'Application.Created', subjectId: application.id, data: { type: application.type } });
  return { application, secret: secret?.value };
}
