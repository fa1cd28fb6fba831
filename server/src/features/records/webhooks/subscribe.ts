import type { Db } from '#platform/db/db';
import { enqueueNow } from '#platform/jobs/jobs';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { newId } from '#platform/secrets/ids';
import { insertDeliveries, type NewDelivery } from './deliveries.store.ts';
import { objectTypeOf, payloadOf, webhookEventOf } from './payload.ts';
import { listApplicationsOf, listSubscribed, type SubscribedHook } from './store.ts';

export const deliverQueue = 'webhooks.deliver';
/** For hooks whose endpoint gave no response to its last requests, so that they do not delay other hooks. */
export const silentQueue = 'webhooks.deliver-silent';

/** The job of a hook: it sends everything that is due. */
export const deliverJob = ({ tenantId, id }: { tenantId: string; id: string }) => ({
  key: id,
  tenantId,
  payload: { hookId: id },
});

const keyOf = (tenantId: string, id: unknown) => `${tenantId} ${String(id)}`;

/** Turns events into deliveries in the transaction that takes them from the outbox, and wakes the jobs of the hooks. */
export async function handOut(db: Db, events: OutboxEvent[]): Promise<void> {
  const known = events.flatMap((source) => {
    const event = webhookEventOf(source);
    return event ? [{ source, event }] : [];
  });
  if (known.length === 0) {
    return;
  }
  const hooks = await listSubscribed(db, [...new Set(known.map(({ source }) => source.tenantId))]);
  if (hooks.length === 0) {
    return;
  }
  const hooksOf = Map.groupBy(hooks, ({ tenantId }) => tenantId);
  const wanted = known.flatMap(({ source, event }) =>
    (hooksOf.get(source.tenantId) ?? [])
      .filter(({ events: names }) => names.includes(event))
      .map((hook) => ({ source, event, hook })),
  );
  const applications = await listApplicationsOf(
    db,
    wanted.map(({ source: { tenantId, data } }) => ({ tenantId, id: data.applicationId })),
  );
  const deliveries = wanted.map(({ source, event, hook }): NewDelivery => {
    const { tenantId, subjectId, seq, data } = source;
    const application = applications.get(keyOf(tenantId, data.applicationId));
    const body = JSON.stringify(payloadOf(source, { event, hookId: hook.id, application }));
    return {
      tenantId,
      id: newId(),
      hookId: hook.id,
      event,
      objectType: objectTypeOf(event),
      objectId: subjectId,
      seq,
      body,
    };
  });
  await insertDeliveries(db, deliveries);
  const woken = new Map<string, SubscribedHook>(wanted.map(({ hook }) => [keyOf(hook.tenantId, hook.id), hook]));
  await enqueueNow(db, deliverQueue, [...woken.values()].map(deliverJob));
}
