import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import { onBehalfOf } from '#platform/http/actor';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { type EndedBy, type Job, type Outcome, PermanentFailure } from '#platform/jobs/jobs';
import { newId } from '#platform/secrets/ids';
import { insertFindings } from './findings.store.ts';
import { type JobRun, type OpenJob, workOf } from './kinds.ts';
import { endJob, holdJob, type JobError, lockJob, releaseJob, renewLease, saveProgress } from './store.ts';

/** How long nodes of the previous release skip a leased job. */
const leaseSeconds = 15;
/** After this time a job goes back to the end of the queue, so that a large one does not block other tenants. */
const sliceMilliseconds = 5000;
export const maxAttempts = 5;

type EndState = 'succeeded' | 'failed' | 'canceled';

async function end(db: Db, { id, kind }: OpenJob, state: EndState, error?: JobError): Promise<void> {
  await endJob(db, id, state, error);
  await emit(db, { name: 'UserJob.Data.Updated', subjectId: id, data: { kind, state } });
}

async function clearUp(app: App, tenantId: string, job: OpenJob, state: EndState): Promise<void> {
  try {
    await workOf(app, job.kind)?.finish?.({ app, tenantId, job }, state === 'succeeded');
  } catch (error) {
    // The job stays ended; leftovers are swept later.
    app.log.error({ err: error, job: job.id }, 'user job cleanup failed');
  }
}

type BatchState = EndState | 'open' | 'lost';
type Claim = { tenantId: string; id: string };

/** Commits one batch together with its cursor. */
async function saveBatch(
  db: Db,
  { app, tenantId, job: held }: JobRun,
  lease: string,
  prepared: unknown,
): Promise<[BatchState, OpenJob]> {
  const job = await lockJob(db, held.id, lease);
  const work = workOf(app, held.kind);
  if (!job || !work) {
    return ['lost', held];
  }
  if (job.isCancelWanted) {
    await end(db, job, 'canceled');
    return ['canceled', job];
  }
  const result = await work.runBatch({ app, tenantId, db, job, prepared });
  await insertFindings(db, job.id, result.findings ?? []);
  await saveProgress(db, job.id, result, leaseSeconds);
  if (!result.isLast) {
    return ['open', job];
  }
  await end(db, job, 'succeeded');
  return ['succeeded', job];
}

/** Returns how the job ended, or that it continues. */
async function runBatch(app: App, { tenantId, id }: Claim, lease: string): Promise<BatchState> {
  const job = await app.tenancy.write(tenantId, (db) => renewLease(db, id, lease, leaseSeconds));
  if (!job) {
    return 'lost';
  }
  return onBehalfOf(job.actor ?? undefined, async () => {
    const work = { app, tenantId, job };
    const prepared = job.isCancelWanted ? undefined : await workOf(app, job.kind)?.prepare?.(work);
    const [outcome, last] = await app.tenancy.write(tenantId, (db) => saveBatch(db, work, lease, prepared));
    if (outcome !== 'open' && outcome !== 'lost') {
      await clearUp(app, tenantId, last, outcome);
    }
    return outcome;
  });
}

/** Fails a job with the reason. */
async function fail(app: App, tenantId: string, id: string, error: unknown): Promise<void> {
  const refusal = error instanceof AppError ? error : undefined;
  const failed = await app.tenancy.write(tenantId, async (db) => {
    const job = await holdJob(db, id, newId(), leaseSeconds);
    if (job) {
      const { code = 'user_job.failed', options } = refusal ?? {};
      await end(db, job, 'failed', { code, details: options?.details, gaps: options?.values ?? {} });
    }
    return job;
  });
  if (failed) {
    await clearUp(app, tenantId, failed, 'failed');
  }
}

type Slice = { app: App; claim: Claim; lease: string; signal: AbortSignal };

/** Runs batches until the job ends or its time slice is over. */
async function runSlice({ app, claim, lease, signal }: Slice, onBatch: () => void): Promise<Outcome> {
  const until = performance.now() + sliceMilliseconds;
  for (;;) {
    const state = await runBatch(app, claim, lease);
    if (state === 'lost') {
      // A node of the previous release may have taken it; check again later whether it has ended.
      return { again: leaseSeconds };
    }
    if (state !== 'open') {
      return undefined;
    }
    onBatch();
    if (signal.aborted || performance.now() > until) {
      await app.tenancy.write(claim.tenantId, (db) => releaseJob(db, claim.id, lease));
      return { again: 0 };
    }
  }
}

const claimOf = ({ tenantId, payload }: Job): Claim => {
  if (tenantId === undefined) {
    throw new PermanentFailure('A user job belongs to a tenant.');
  }
  return { tenantId, id: String(payload.id) };
};

/** Runs one slice of a user job. An AppError is permanent; other errors are retried. */
export async function runUserJob(job: Job, app: App): Promise<Outcome> {
  const claim = claimOf(job);
  const { tenantId, id } = claim;
  const lease = newId();
  if (!(await app.tenancy.write(tenantId, (db) => holdJob(db, id, lease, leaseSeconds)))) {
    return undefined;
  }
  let batches = 0;
  try {
    return await runSlice({ app, claim, lease, signal: job.signal }, () => {
      batches += 1;
    });
  } catch (error) {
    if (isRegionUnavailable(error)) {
      throw error;
    }
    if (error instanceof AppError || (batches === 0 && job.attempt >= maxAttempts)) {
      await fail(app, tenantId, id, error);
      return undefined;
    }
    await app.tenancy.write(tenantId, (db) => releaseJob(db, id, lease));
    if (batches === 0) {
      throw error;
    }
    // It made progress since the last failure, so the attempts are reset.
    app.log.error({ err: error, job: id, tenantId }, 'user job batch failed');
    return { again: 1 };
  }
}

/** Called when an operator canceled the job, or after it crashed its node repeatedly. */
export async function endUserJob(job: Job, why: EndedBy, app: App): Promise<void> {
  const { tenantId, id } = claimOf(job);
  if (why === 'exhausted') {
    await fail(app, tenantId, id, undefined);
    return;
  }
  const canceled = await app.tenancy.write(tenantId, async (db) => {
    const open = await holdJob(db, id, newId(), leaseSeconds);
    if (open) {
      await end(db, open, 'canceled');
    }
    return open;
  });
  if (canceled) {
    await clearUp(app, tenantId, canceled, 'canceled');
  }
}
