import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ErrorBody } from '../errors.ts';
import { JsonObject, PageQuery, Timestamp } from '../fields.ts';

export const userJobKinds = ['import', 'suspend', 'unsuspend', 'delete', 'assign-roles', 'remove-roles'] as const;
export const UserJobKind = z.enum(userJobKinds);
export type UserJobKind = z.infer<typeof UserJobKind>;

export const userJobStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export const UserJobState = z.enum(userJobStates);
export type UserJobState = z.infer<typeof UserJobState>;

/** Days after which a job is deleted with its file and report. */
export const userJobDays = 30;

export const UserJob = z.object({
  id: z.string(),
  kind: UserJobKind,
  state: UserJobState,
  /** Null until counted. */
  total: z.number().nullable(),
  /** Processed lines, including failed ones. */
  done: z.number(),
  failed: z.number(),
  /** How many were created, updated, skipped and so on. */
  counts: z.record(z.string(), z.number()),
  /** The requested options. */
  input: JsonObject,
  isCancelWanted: z.boolean(),
  createdBy: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** Why the whole job failed. Problems of single lines are in the report. */
  error: ErrorBody.pick({ code: true, message: true, details: true }).nullable(),
});
export type UserJob = z.infer<typeof UserJob>;

export const UserJobFinding = z.object({
  /** The line of the file, the number of the entry if a file has no lines, or the number of the user in a selection. */
  line: z.number(),
  /** An error prevented the line; with a warning it was processed anyway. */
  level: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  field: z.string().nullable(),
  subject: z.string().nullable(),
  details: z.string().nullable(),
});
export type UserJobFinding = z.infer<typeof UserJobFinding>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'User jobs' } as const;

export const userJobsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/user-jobs',
    summary: 'List user jobs, newest first.',
    query: PageQuery.extend({ kind: UserJobKind.optional(), state: UserJobState.optional() }),
    response: z.array(UserJob),
    paged: 'always',
    errors: ['guard.invalid_pagination'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/user-jobs/:id',
    summary: 'Get a job with its progress.',
    params: Id,
    response: UserJob,
    errors: ['entity.not_found'],
  }),
  cancel: endpoint({
    ...common,
    method: 'POST',
    path: '/api/user-jobs/:id/cancel',
    summary: 'Cancel a job. It stops before its next batch. Completed changes are kept.',
    params: Id,
    response: UserJob,
    errors: ['entity.not_found', 'user_job.is_over'],
  }),
  report: endpoint({
    ...common,
    method: 'GET',
    path: '/api/user-jobs/:id/report',
    summary: 'List the findings of a job about single lines.',
    params: Id,
    query: PageQuery.extend({ level: z.enum(['error', 'warning']).optional() }),
    response: z.array(UserJobFinding),
    paged: 'always',
    errors: ['entity.not_found', 'guard.invalid_pagination'],
  }),
  reportFile: endpoint({
    ...common,
    method: 'GET',
    path: '/api/user-jobs/:id/report.csv',
    summary: 'Download the full report as a CSV file.',
    params: Id,
    file: ['text/csv'],
    errors: ['entity.not_found'],
  }),
} as const;
