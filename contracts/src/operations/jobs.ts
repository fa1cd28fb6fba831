import { z } from 'zod';
import { type Auth, type Document, endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

/** The region whose database has the job; null for the home database. */
const region = z.string().nullable();

export const JobState = z.enum(['waiting', 'running', 'dead']);

export const JobQueue = z.object({
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  dead: z.number(),
  /** States with more jobs than counted: about ten thousand are counted at most. */
  more: z.array(JobState),
  /** When the oldest waiting job was due; null if none is due. */
  oldestDueAt: Timestamp.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;

/** A background job without its payload, which may contain secrets and personal data. */
export const ListedJob = z.object({
  id: z.string(),
  queue: z.string(),
  /** Null for jobs of the installation. */
  tenantId: z.string().nullable(),
  region,
  state: JobState,
  attempts: z.number(),
  /** The latest error. */
  lastError: z.string().nullable(),
  dueAt: Timestamp,
  createdAt: Timestamp,
  /** When it failed permanently. */
  deadAt: Timestamp.nullable(),
  /** Whether cancellation was requested. */
  isCancelWanted: z.boolean(),
});
export type ListedJob = z.infer<typeof ListedJob>;

/** The maximum number of listed jobs of each kind. */
export const maxListedJobs = 100;

export const JobOverview = z.object({
  queues: z.array(JobQueue),
  /** Permanently failed jobs, latest first. */
  dead: z.array(ListedJob),
  running: z.array(ListedJob),
  /** Failed jobs that wait for a retry, the next one first. */
  retrying: z.array(ListedJob),
  /** Regions whose databases do not respond; their jobs are not listed. */
  unreachable: z.array(z.string()),
});
export type JobOverview = z.infer<typeof JobOverview>;

const params = z.object({ id: z.uuid() });

function jobEndpoints(given: { document: Document; auth: Auth; base: string }) {
  const { document, auth, base } = given;
  const common = { document, auth, tag: 'Background jobs' } as const;
  return {
    overview: endpoint({
      ...common,
      method: 'GET',
      path: base,
      summary: 'List queues with the number of their jobs, and the running and failed jobs.',
      response: JobOverview,
    }),
    retry: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/:id/retry`,
      summary: 'Retry a failed job as soon as possible, with a new set of attempts.',
      params,
      errors: ['entity.not_found'],
    }),
    retryQueue: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/retry`,
      summary: 'Retry all jobs of a queue that have no attempts left.',
      body: z.strictObject({ queue: z.string().min(1).max(64) }),
      response: z.object({ count: z.number() }),
    }),
    cancel: endpoint({
      ...common,
      method: 'DELETE',
      path: `${base}/:id`,
      summary: 'Cancel a job. A running job stops within seconds.',
      params,
      errors: ['entity.not_found'],
    }),
  };
}

export type JobsApi = ReturnType<typeof jobEndpoints>;

/** For operators of the cloud edition. */
export const operatorJobsApi = jobEndpoints({
  document: 'cloud',
  auth: { kind: 'operator' },
  base: '/api/operator/jobs',
});

/** For administrators of the open-source edition, whose tenant is the installation. */
export const installationJobsApi = jobEndpoints({
  document: 'management',
  auth: { kind: 'management' },
  base: '/api/background-jobs',
});
