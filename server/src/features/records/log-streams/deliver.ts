import { streamJob, streamQueue } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { backOffSeconds, enqueueNow, type Job, type Outcome } from '#platform/jobs/jobs';
import {
  type ClaimedStream,
  claimStream,
  findHead,
  findWait,
  listEntries,
  listForgottenStreams,
  releaseStream,
  type StreamFailure,
  type StreamKey,
  saveProgress,
  saveStreamFailure,
} from './deliver.store.ts';
import { batchOf, maxBatchBytes, maxBatchEntries, rejectedIn, sendBatch } from './send.ts';
import { openSecrets, type StreamTarget } from './target.ts';

/** Longer than a request may take, so that no other node sends the same entries. */
const claimSeconds = 30;
/** A job gives up its place after this time, so that the streams of all tenants take turns. */
const turnMs = 10_000;
/** Another job of the stream may just have looked for entries. */
const claimedPauseSeconds = 1;
/** Time between two objects, unless one is full. Otherwise each sign-in would be an object. */
const objectPauseSeconds = 60;

const threeDays = 3 * 24 * 3600;

/** Seconds until the next attempt: up to 15 minutes at first, and an hour after three days. */
export function retryAfter(attempts: number, failingFor: number, random?: number): number {
  const longestPauseSeconds = failingFor >= threeDays ? 3600 : 900;
  return backOffSeconds(attempts, random, { firstPauseSeconds: 5, longestPauseSeconds });
}

const tooLarge = 413;

type Context = {
  app: App;
  key: StreamKey;
  stream: ClaimedStream;
  target: StreamTarget;
  signal: AbortSignal;
  system: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
};

type Step = { seq: number; isLast: boolean; isFull: boolean; failure?: { status: number | undefined; error: string } };

/** Sends the entries after a number. Returns the new place. */
async function sendNext(context: Context, after: number): Promise<Step> {
  const { app, key, stream, target, signal, system } = context;
  const held = { ...key, claim: stream.claim };
  const until = await system((db) => findHead(db, key.tenantId));
  const most = { entries: maxBatchEntries, characters: maxBatchBytes };
  const entries = until > after ? await system((db) => listEntries(db, key.tenantId, { after, until }, most)) : [];
  const owner = { tenantId: key.tenantId, streamId: key.id };
  let batch = batchOf(owner, target, entries);
  if (!batch) {
    if (until > after) {
      // Everything that was waiting has been deleted.
      const progress = { seq: until, missed: until - after, wasSent: false };
      await system((db) => saveProgress(db, held, progress, claimSeconds));
    }
    return { seq: Math.max(until, after), isLast: true, isFull: false };
  }
  let result = await sendBatch(app, owner, target, batch, signal);
  while (result.response?.statusCode === tooLarge && batch.count > 1) {
    // The receiver accepts less than Postern sends at once.
    batch = batchOf(owner, target, entries.slice(0, Math.ceil(batch.count / 2))) ?? batch;
    result = await sendBatch(app, owner, target, batch, signal);
  }
  const { isDelivered, response, error = '' } = result;
  app.metrics.count('postern_log_stream_requests_total', { result: isDelivered ? 'success' : 'error' });
  if (!isDelivered) {
    return { seq: after, isLast: true, isFull: false, failure: { status: response?.statusCode, error } };
  }
  const { seq } = batch.last;
  const rejected = target.type === 'otlp' ? Math.min(rejectedIn(response?.body), batch.count) : 0;
  const progress = { seq, missed: Math.max(0, seq - after - batch.count) + rejected, wasSent: true };
  const isOurs = await system((db) => saveProgress(db, held, progress, claimSeconds));
  const isFull = batch.count < entries.length || batch.count === maxBatchEntries;
  return { seq, isLast: !isOurs || seq === until, isFull };
}

async function sendTurn(context: Context): Promise<Outcome> {
  const { key, stream, target, signal, system } = context;
  const held = { ...key, claim: stream.claim };
  const end = performance.now() + turnMs;
  const { attempts, failingFor } = stream;
  let step: Step = { seq: stream.sentSeq, isLast: false, isFull: false };
  let hasSent = false;
  do {
    const from = step.seq;
    step = await sendNext(context, from);
    if (step.failure) {
      const isFirst = hasSent || failingFor === null;
      const inSeconds = retryAfter(isFirst ? 1 : attempts + 1, isFirst ? 0 : failingFor);
      const failure: StreamFailure = { ...step.failure, inSeconds };
      await system((db) => saveStreamFailure(db, held, failure));
      return { again: inSeconds };
    }
    hasSent ||= step.seq > from;
  } while (!step.isLast && performance.now() < end && !signal.aborted);
  if (!step.isLast) {
    await system((db) => releaseStream(db, held));
    return { again: 0 };
  }
  if (target.type === 's3' && hasSent && !step.isFull) {
    await system((db) => releaseStream(db, held, objectPauseSeconds));
    return { again: objectPauseSeconds };
  }
  await system((db) => releaseStream(db, held));
  return undefined;
}

/** Sends what is due for one stream. One job of a stream sends at a time, so a slow receiver only delays itself. */
export async function sendStream({ tenantId, payload, signal }: Job, app: App, region?: string): Promise<Outcome> {
  if (tenantId === undefined || typeof payload.streamId !== 'string') {
    throw new Error('A job of this queue names a tenant and a stream.');
  }
  const key = { tenantId, id: payload.streamId };
  const system: Context['system'] = (work) => app.tenancy.system(work, region);
  const stream = await system((db) => claimStream(db, key, claimSeconds));
  if (!stream) {
    const wait = await system((db) => findWait(db, key));
    return wait && { again: Math.max(wait.seconds, wait.isClaimed ? claimedPauseSeconds : 0) };
  }
  const held = { ...key, claim: stream.claim };
  try {
    const secrets = openSecrets(app.vault, tenantId, key.id, stream.secrets);
    const target = { type: stream.type, config: stream.config, secrets };
    return await sendTurn({ app, key, stream, target, signal, system });
  } catch (error) {
    if (error instanceof AppError) {
      // The vault has no key, or another one. An administrator must enter the secrets again.
      const inSeconds = retryAfter(stream.attempts + 1, stream.failingFor ?? 0);
      await system((db) => saveStreamFailure(db, held, { status: undefined, error: error.message, inSeconds }));
      return { again: inSeconds };
    }
    // Stopping, or the database is unavailable: the job is returned, and any node may continue.
    await system((db) => releaseStream(db, held));
    throw error;
  }
}

/** Wakes streams whose job was lost. */
export async function sweepStreams(db: Db): Promise<void> {
  await enqueueNow(db, streamQueue, (await listForgottenStreams(db, streamQueue)).map(streamJob));
}
