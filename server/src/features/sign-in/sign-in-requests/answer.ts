import { accountCenterAppId } from '@postern/contracts/wire';
import { answerSignInRequest, findOpenRequest, grantRequest, providerOf } from '#features/access/oidc';
import type { App } from '#platform/app';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { enqueue } from '#platform/jobs/jobs';
import { pingQueue } from './ping.ts';

type Place = { app: App; tenantId: string; caller: Caller };

/** Another application of the tenant must not approve requests with the tokens of its users. */
export function requireAccountCenterToken({ caller }: Pick<Place, 'caller'>): void {
  if (caller.clientId !== accountCenterAppId) {
    throw new AppError('auth.forbidden');
  }
}

const refusal = { error: 'access_denied', errorDescription: 'the person refused' };

/** Answers a request of the caller, once. Requests of other users and ended ones do not exist for them. */
export async function answerRequest(place: Place, id: string, isApproved: boolean): Promise<void> {
  requireAccountCenterToken(place);
  const { app, tenantId, caller } = place;
  const { subject: userId, sessionUid } = caller;
  const open = await app.tenancy.read(tenantId, (db) => findOpenRequest(db, id, userId));
  if (!open) {
    throw new AppError('entity.not_found');
  }
  const { answer, grant } = isApproved
    ? await grantRequest(await providerOf(app, tenantId), open.payload, sessionUid)
    : { answer: refusal, grant: undefined };
  await app.tenancy.write(tenantId, async (db) => {
    const { requestKey, applicationId, epoch } = open;
    if (!(await answerSignInRequest(db, { id, userId, requestKey, epoch }, answer, grant))) {
      throw new AppError('entity.not_found');
    }
    const name = isApproved ? 'SignInRequest.Allowed' : 'SignInRequest.Refused';
    await emit(db, { name, subjectId: id, data: { applicationId, userId } });
    if (open.hasNotification) {
      await enqueue(db, { queue: pingQueue, payload: { id } });
    }
  });
}
