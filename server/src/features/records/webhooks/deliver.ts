import { webhookLogKey } from '@postern/contracts/records/webhooks';
import { writeLog } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { parseJson } from '#platform/http/parse-json';
import { type EndedBy, enqueue, enqueueNow, type Job, type Outcome } from '#platform/jobs/jobs';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteDeliveries,
  dropDeliveries,
  giveUpClaimed,
  type HookKey,
  listForgotten,
  purgeDead,
  returnDeliveries,
  saveFailure,
  secondsUntilNext,
} from './deliveries.store.ts';
import { keySealer } from './seal-keys.ts';
import { type Result, send } from './send.ts';
import { findSigningHook, pauseWebhook, placeOf, resumeWebhook, type SigningHook } from './store.ts';
import { deliverJob, deliverQueue, silentQueue } from './subscribe.ts';

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

/** The value of a JSON response, as programs read it in the log; other responses stay text. */
function readBody(text: string): unknown {
  try {
    return parseJson(text) ?? text;
  } catch (error) {
    if (error instanceof AppError) {
      return text;
    }
    throw error;
  }
}

type Attempt = { delivery: ClaimedDelivery; result: Result };

/** Stores the results of attempts together with their log entries. */
async function saveResults(
  { app, key: { tenantId, hookId }, system }: Context,
  { config }: SigningHook,
  attempts: readonly Attempt[],
): Promise<void> {
  await system(async (db) => {
    const delivered = attempts.filter(({ result }) => result.isDelivered).map(({ delivery }) => delivery.id);
    if (delivered.length > 0) {
      await deleteDeliveries(db, tenantId, delivered);
    }
    for (const { delivery, result } of attempts.filter((one) => !one.result.isDelivered)) {
      const inSeconds = pauseAfter(delivery.attempts, config.retries);
      const failure = { status: result.response?.statusCode, error: result.error ?? '', inSeconds };
      await saveFailure(db, tenantId, delivery.id, failure);
    }
    const entries = attempts.map(({ delivery, result: { response, error, durationMs, headers } }) => ({
      key: webhookLogKey(delivery.event),
      payload: {
        hookId,
        hookRequest: { body: JSON.parse(delivery.body) as unknown },
        ...(response ? { response: { ...response, body: readBody(response.body) } } : {}),
        ...(error ? { error } : {}),
        deliveryId: delivery.id,
        attempt: delivery.attempts,
        durationMs,
        headers,
      },
    }));
    await writeLog(app, db, tenantId, ...entries);
  });
  for (const { result } of attempts) {
    app.metrics.count('postern_webhook_requests_total', { result: result.isDelivered ? 'success' : 'error' });
  }
}

/** Stores the results that have arrived while the previous ones were stored, so that none waits for a slow request. */
function createKeeper(context: Context, hook: SigningHook): (attempt: Attempt) => Promise<void> {
  let waiting: Attempt[] = [];
  let next: Promise<void> | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  return (attempt) => {
    waiting.push(attempt);
    next ??= previous.then(async () => {
      const all = waiting;
      [waiting, next] = [[], undefined];
      await saveResults(context, hook, all);
    });
    previous = next.catch(() => undefined);
    return next;
  };
}

/** Sends one batch. Returns the number sent, and whether the endpoint gave any response. */
async function sendBatch(context: Context, hook: SigningHook, signal: AbortSignal) {
  const { app, key, system } = context;
  const claimed = await system((db) => claimDeliveries(db, key, { count: parallel, seconds: claimSeconds }));
  const target = { config: hook.config, signingKey: hook.signingKey, previousKey: hook.previousKey ?? undefined };
  const keep = createKeeper(context, hook);
  const results = await Promise.allSettled(
    claimed.map(async (delivery) => {
      const result = await send(app, target, delivery, signal);
      await keep({ delivery, result });
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

/** Sends batches while the endpoint responds and its turn lasts. Undefined if the hook may not send. */
async function sendTurn(context: Context, first: SigningHook, signal: AbortSignal) {
  const { key, system } = context;
  // A silent hook sends one batch to find out whether its endpoint responds again.
  const end = first.isSilent ? 0 : performance.now() + turnMs;
  let hook: SigningHook | undefined = first;
  let last = { count: 0, hasAnswered: false };
  do {
    if (!hook?.enabled || hook.pausedFor !== null) {
      return undefined;
    }
    last = await sendBatch(context, hook, signal);
    // Read again for each batch: it may have been changed, switched off or deleted.
    hook = await system((db) => findSigningHook(db, key.tenantId, key.hookId, keySealer(context.app)));
  } while (last.count > 0 && last.hasAnswered && performance.now() < end && !signal.aborted);
  return last;
}

/** A suspended tenant sends nothing. What waits is sent after it is resumed. */
const suspendedSeconds = 60;

type Lane = typeof deliverQueue | typeof silentQueue;

/**
 * Sends what is due for one hook. One job of a hook sends at a time, so a slow endpoint only delays itself. A hook whose
 * endpoint does not respond changes to the queue for silent hooks, and back when it responds again.
 */
async function deliverIn(lane: Lane, { tenantId, payload, signal }: Job, app: App, region?: string): Promise<Outcome> {
  if (tenantId === undefined || typeof payload.hookId !== 'string') {
    throw new Error('A job of this queue names a tenant and a hook.');
  }
  const key = { tenantId, hookId: payload.hookId };
  const system: Context['system'] = (work) => app.tenancy.system(work, region);
  const continueIn = (queue: Lane, seconds: number) =>
    queue === lane
      ? { again: seconds }
      : system(async (db) => {
          await enqueue(db, { ...deliverJob({ tenantId, id: key.hookId }), queue, inSeconds: seconds });
          return undefined;
        });
  const hook = await system((db) => findSigningHook(db, tenantId, key.hookId, keySealer(app)));
  if (!hook?.enabled) {
    return undefined;
  }
  if ((await app.tenants.find(tenantId))?.isSuspended) {
    return { again: suspendedSeconds };
  }
  const limit = (await app.quota?.running(tenantId, 'hooksLimit')) ?? null;
  if (limit !== null && (await system((db) => placeOf(db, tenantId, key.hookId))) > limit) {
    // The plan includes fewer webhooks: only the oldest ones send.
    await system((db) => dropDeliveries(db, key));
    return undefined;
  }
  if (hook.pausedFor !== null || (hook.isSilent && lane === deliverQueue)) {
    return continueIn(silentQueue, hook.pausedFor ?? 0);
  }
  const sent = await sendTurn({ app, key, system }, hook, signal);
  const isSilent = sent === undefined || sent.count === 0 ? hook.isSilent : !sent.hasAnswered;
  if (isSilent && sent?.count) {
    await system((db) => pauseWebhook(db, tenantId, key.hookId, silentPauseSeconds));
  } else if (hook.isSilent && !isSilent) {
    await system((db) => resumeWebhook(db, tenantId, key.hookId));
  }
  const seconds = await system((db) => secondsUntilNext(db, key));
  if (seconds === undefined) {
    return undefined;
  }
  return continueIn(isSilent ? silentQueue : deliverQueue, Math.max(seconds, sent?.count ? 0 : shortestPauseSeconds));
}

export const deliver = (job: Job, app: App, region?: string) => deliverIn(deliverQueue, job, app, region);

export const deliverSilent = (job: Job, app: App, region?: string) => deliverIn(silentQueue, job, app, region);

/** Its node was gone at each attempt: what it was sending is set aside, and the rest continues. */
export async function onDeliverEnd({ tenantId, payload }: Job, why: EndedBy, app: App, region?: string): Promise<void> {
  if (why !== 'exhausted' || tenantId === undefined || typeof payload.hookId !== 'string') {
    return;
  }
  const key = { tenantId, hookId: payload.hookId };
  await app.tenancy.system(async (db) => {
    await giveUpClaimed(db, key, 'The server stopped at each attempt.');
    await enqueueNow(db, deliverQueue, [deliverJob({ tenantId, id: key.hookId })]);
  }, region);
}

/** Wakes hooks whose job was lost, and deletes dead deliveries that nobody sent again. */
export async function sweep(db: Db): Promise<boolean> {
  await enqueueNow(db, deliverQueue, (await listForgotten(db)).map(deliverJob));
  return purgeDead(db);
}
