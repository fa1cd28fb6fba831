import { z } from 'zod';
import { findNotification, forgetNotification, openNotification, providerOf } from '#features/access/oidc';
import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';

export const pingQueue = 'sign-in-requests.ping';
const patienceMs = 10_000;

const Payload = z.object({ id: z.string() });

/** Tells the application that it can fetch the result (CIBA §10.2). The request goes through the egress guard. */
export async function pingApplication({ tenantId, payload, signal }: Job, app: App): Promise<undefined> {
  const { id } = Payload.parse(payload);
  const found = tenantId && (await app.tenancy.read(tenantId, (db) => findNotification(db, id)));
  if (!tenantId || !found) {
    return;
  }
  const client = await (await providerOf(app, tenantId)).Client.find(found.applicationId);
  // The setting may have been removed meanwhile.
  const address = client?.backchannelClientNotificationEndpoint;
  if (address !== undefined) {
    const { authReqId, token } = openNotification(app, tenantId, id, found.notification);
    const response = await app.egress.fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_req_id: authReqId }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    await response.body?.cancel();
    const { status } = response;
    if (status >= 500 || status === 408 || status === 429) {
      throw new Error(`The notification address returned ${status}.`);
    }
    if (status !== 204 && status !== 200) {
      // The same request would be refused again (CIBA §10.2). The application can still fetch the result.
      app.log.warn({ applicationId: found.applicationId, status }, 'notification of a sign-in request was refused');
    }
  }
  await app.tenancy.write(tenantId, (db) => forgetNotification(db, id));
}
