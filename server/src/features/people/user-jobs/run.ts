import { inNameOf } from '#platform/actor';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { newId } from '#platform/ids';
import { isRegionUnavailable } from '#platform/region-database';
import { insertFindings } from './findings.store.ts';
import { knownKinds, type OpenJob, type Work, workOf } from './kinds.ts';
import {
  type Claim,
  claimJob,
  endJob,
  type JobError,
  lockJob,
  postponeJob,
  releaseJob,
  renewLease,
  saveProgress,
} from './store.ts';

/** How long the others keep away from a job whose worker says nothing: the longest pause after a crash. */
const leaseSeconds = 15;
/** After so long a job goes back to the end of the queue, so that a large one of one tenant holds up nobody. */
const sliceMilliseconds = 5000;
const maxAttempts = 5;

type EndState = 'succeeded' | 'failed' | 'canceled';

async function end(db: Db, { id, kind }: OpenJob, state: EndState, error?: JobError): Promise<void> {
  await endJob(db, id, state, error);
  await emit(db, { name: 'UserJob.Data.Updated', subjectId: id, data: { kind, state } });
}

async function clearUp(app: App, tenantId: string, job: OpenJob, state: EndState): Promise<void> {
  try {
    await workOf(job.kind)?.finish?.({ app, tenantId, job }, state === 'succeeded');
  } catch (error) {
    // The job is over and stays so; what is left behind is swept later.
    app.log.error({ err: error, job: job.id }, 'a user job could not clear up');
  }
}

type Outcome = EndState | 'open' | 'lost';

/** One batch and the cursor behind it, both or neither. */
async function keepBatch(
  db: Db,
  { app, tenantId, job: held }: Work,
  lease: string,
  prepared: unknown,
): Promise<[Outcome, OpenJob]> {
  const job = await lockJob(db, held.id, lease);
  const work = workOf(held.kind);
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

/** Answers how the job ended, or that it goes on. */
async function runBatch(app: App, { tenantId, id }: Claim, lease: string): Promise<Outcome> {
  const job = await app.tenancy.write(tenantId, (db) => renewLease(db, id, lease, leaseSeconds));
  if (!job) {
    return 'lost';
  }
  return inNameOf(job.actor ?? undefined, async () => {
    const work = { app, tenantId, job };
    const prepared = job.isCancelWanted ? undefined : await workOf(job.kind)?.prepare?.(work);
    const [outcome, last] = await app.tenancy.write(tenantId, (db) => keepBatch(db, work, lease, prepared));
    if (outcome !== 'open' && outcome !== 'lost') {
      await clearUp(app, tenantId, last, outcome);
    }
    return outcome;
  });
}

/** What is refused on purpose is refused for ever; anything else may be over at the next try. */
async function fail(app: App, { tenantId, id }: Claim, lease: string, error: unknown): Promise<void> {
  const refusal = error instanceof AppError ? error : undefined;
  if (!refusal) {
    app.log.error({ err: error, job: id, tenantId }, 'a batch of a user job failed');
  }
  const failed = await app.tenancy.write(tenantId, async (db) => {
    const job = await lockJob(db, id, lease);
    const attempts = job && (await postponeJob(db, id, lease));
    if (!job || attempts === undefined || (!refusal && attempts < maxAttempts)) {
      return undefined;
    }
    const { code = 'user_job.failed', options } = refusal ?? {};
    await end(db, job, 'failed', { code, details: options?.details, gaps: options?.values ?? {} });
    return job;
  });
  if (failed) {
    await clearUp(app, tenantId, failed, 'failed');
  }
}

export type Runner = { wake(): void; stop(): Promise<void> };

/** A job of a tenant at home, or of one in a region whose database answers. */
async function claimAnywhere(app: App, wanted: Parameters<typeof claimJob>[1]): Promise<Claim | undefined> {
  for (const region of [undefined, ...app.tenancy.reachable()]) {
    const claim = await app.tenancy.system((db) => claimJob(db, wanted), region);
    if (claim) {
      return claim;
    }
  }
  return undefined;
}

/** Works on jobs of all tenants, one batch at a time. Any number of nodes may do so. */
function createRunner(app: App): Runner {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let wokenAgain = false;

  async function runSlice(claim: Claim, lease: string): Promise<void> {
    const until = performance.now() + sliceMilliseconds;
    try {
      for (;;) {
        if ((await runBatch(app, claim, lease)) !== 'open') {
          return;
        }
        if (isStopped || performance.now() > until) {
          await app.tenancy.write(claim.tenantId, (db) => releaseJob(db, claim.id, lease));
          return;
        }
      }
    } catch (error) {
      await fail(app, claim, lease, error);
    }
  }

  async function runAll(): Promise<void> {
    while (!isStopped) {
      const lease = newId();
      const wanted = { lease, kinds: knownKinds(), seconds: leaseSeconds };
      const claim = await claimAnywhere(app, wanted);
      if (!claim) {
        return;
      }
      await runSlice(claim, lease);
    }
  }

  function wake() {
    if (isStopped) {
      return;
    }
    if (running) {
      wokenAgain = true;
      return;
    }
    running = runAll()
      .catch((error) => {
        if (!isRegionUnavailable(error)) {
          app.log.error({ err: error }, 'user job runner failed');
        }
      })
      .finally(() => {
        running = undefined;
        if (wokenAgain) {
          wokenAgain = false;
          wake();
        }
      });
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const runners = new WeakMap<App, Runner>();

export function runnerOf(app: App): Runner {
  const runner = runners.get(app) ?? createRunner(app);
  runners.set(app, runner);
  return runner;
}
