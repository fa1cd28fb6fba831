import { webhookLogKey } from '@postern/contracts/records/webhooks';
import { writeLog } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { type EndedBy, enqueueNow, type Job, type Outcome } from '#platform/jobs';
import {
  buryClaimed,
  type ClaimedDelivery,
  claimDeliveries,
  deleteDelivery,
  type HookKey,
  keepFailure,
  listForgotten,
  purgeDead,
  returnDeliveries,
  secondsUntilNext,
} from './deliveries.store.ts';
import { keySealer } from './seal-keys.ts';
import { type Result, send } from './send.ts';
import { findSigningHook, pauseWebhook, type SigningHook } from './store.ts';
import { deliverJob, deliverQueue } from './subscribe.ts';

const [minute, hour] = [60, 3600];
/** Seconds before each retry: dense at first, and a day in total. */
export const retryPauses = [
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour + 17 * minute + 25,
];

/** Requests to one endpoint at the same time. */
const parallel = 8;
/** Longer than a request may take, so that no other node sends the same delivery. */
const claimSeconds = 30;
/** A job gives up its place after this time, so that the hooks of all tenants take turns. */
const turnMs = 10_000;
/** Pause of an endpoint that gave no response to a whole batch, so that it does not hold a place. */
const silentPauseSeconds = 15;
/** The next delivery waits for another job of the hook, or for an event of another node. */
const shortestPauseSeconds = 1;

/** Seconds until the next attempt; undefined if it was the last. An explicit number of retries is a limit. */
export function pauseAfter(attempts: number, retries: number | undefined): number | undefined {
  const most = Math.min(retries ?? retryPauses.length, retryPauses.length);
  return attempts <= most ? retryPauses[attempts - 1] : undefined;
}

type Context = { app: App; key: HookKey; system: <T>(work: (db: Db) => Promise<T>) => Promise<T> };

/** Stores the result of an attempt and its log entry together. */
async function keepResult(
  { app, key: { tenantId, hookId }, system }: Context,
  { config }: SigningHook,
  { id, event, body, attempts }: ClaimedDelivery,
  { isDelivered, response, error, durationMs, headers }: Result,
): Promise<void> {
  await system(async (db) => {
    if (isDelivered) {
      await deleteDelivery(db, tenantId, id);
    } else {
      const inSeconds = pauseAfter(attempts, config.retries);
      const failure = { status: response?.statusCode, error: error ?? '', inSeconds };
      await keepFailure(db, tenantId, id, failure);
    }
    const request = { body: JSON.parse(body) as unknown };
    await writeLog(app, db, tenantId, {
      key: webhookLogKey(event),
      payload: {
        hookId,
        hookRequest: request,
        ...(response ? { response } : {}),
        ...(error ? { error } : {}),
        deliveryId: id,
        attempt: attempts,
        durationMs,
        headers,
      },
    });
  });
  app.metrics.count('postern_webhook_requests_total', { result: isDelivered ? 'success' : 'error' });
}

/** Sends one batch. Returns the number sent, and whether the endpoint gave any response. */
async function sendBatch(context: Context, hook: SigningHook, signal: AbortSignal) {
  const { app, key, system } = context;
  const claimed = await system((db) => claimDeliveries(db, key, { count: parallel, seconds: claimSeconds }));
  const target = { config: hook.config, signingKey: hook.signingKey, previousKey: hook.previousKey ?? undefined };
  const results = await Promise.allSettled(
    claimed.map(async (delivery) => {
      const result = await send(app, target, delivery, signal);
      await keepResult(context, hook, delivery, result);
      return result;
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    const ids = claimed.filter((_, index) => results[index]?.status === 'rejected').map(({ id }) => id);
    await system((db) => returnDeliveries(db, key.tenantId, ids));
    throw failed.reason;
  }
  const hasAnswered = results.some((result) => result.status === 'fulfilled' && result.value.response !== undefined);
  return { count: claimed.length, hasAnswered };
}

/** Sends what is due for one hook. One job of a hook sends at a time, so a slow endpoint only delays itself. */
export async function deliver({ tenantId, payload, signal }: Job, app: App, region?: string): Promise<Outcome> {
  if (tenantId === undefined || typeof payload.hookId !== 'string') {
    throw new Error('A job of this queue names a tenant and a hook.');
  }
  const key = { tenantId, hookId: payload.hookId };
  const system: Context['system'] = (work) => app.tenancy.system(work, region);
  const context = { app, key, system };
  const end = performance.now() + turnMs;
  let count: number;
  let hasAnswered: boolean;
  do {
    // Read again for each batch: it may have been changed, switched off or deleted.
    const hook = await system((db) => findSigningHook(db, tenantId, key.hookId, keySealer(app)));
    if (!hook?.enabled) {
      return undefined;
    }
    if (hook.pausedFor !== null) {
      return { again: hook.pausedFor };
    }
    ({ count, hasAnswered } = await sendBatch(context, hook, signal));
    if (count > 0 && !hasAnswered) {
      await system((db) => pauseWebhook(db, tenantId, key.hookId, silentPauseSeconds));
    }
  } while (count > 0 && hasAnswered && performance.now() < end && !signal.aborted);
  const seconds = await system((db) => secondsUntilNext(db, key));
  if (seconds === undefined) {
    return undefined;
  }
  return { again: Math.max(seconds, count > 0 ? 0 : shortestPauseSeconds) };
}

/** Its node was gone at each attempt: what it was sending is set aside, and the rest continues. */
export async function onDeliverEnd({ tenantId, payload }: Job, why: EndedBy, app: App, region?: string): Promise<void> {
  if (why !== 'exhausted' || tenantId === undefined || typeof payload.hookId !== 'string') {
    return;
  }
  const key = { tenantId, hookId: payload.hookId };
  await app.tenancy.system(async (db) => {
    await buryClaimed(db, key, 'The server stopped at each attempt.');
    await enqueueNow(db, deliverQueue, [deliverJob({ tenantId, id: key.hookId })]);
  }, region);
}

/** Wakes hooks whose job was lost, and deletes dead deliveries that nobody sent again. */
export async function sweep(db: Db): Promise<boolean> {
  await enqueueNow(db, deliverQueue, (await listForgotten(db)).map(deliverJob));
  return purgeDead(db);
}
