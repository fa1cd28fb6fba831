import { type ErrorCode, errors } from '@postern/contracts/errors';
import type { UserJob, UserJobFinding } from '@postern/contracts/people/user-jobs';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { messageOf } from '#platform/i18n/messages';
import { emit } from '#platform/jobs/events';
import type { FindingRow } from './findings.store.ts';
import { insertJob, type JobRow, type NewJob } from './store.ts';

/**
 * Creates and queues a job. Opens its own transaction, so call it from `respond`. A function can query the database
 * first, in the same transaction.
 */
export async function startUserJob(
  app: App,
  tenantId: string,
  job: NewJob | ((db: Db) => Promise<NewJob>),
): Promise<JobRow> {
  return app.tenancy.write(tenantId, async (db) => {
    const row = await insertJob(db, typeof job === 'function' ? await job(db) : job);
    await emit(db, { name: 'UserJob.Created', subjectId: row.id, data: { kind: row.kind, by: row.createdBy } });
    return row;
  });
}

/** Unknown codes of later releases are shown without a message. */
const isKnown = (code: string): code is ErrorCode => code in errors;

const sentence = (code: string, gaps: Record<string, string | number> | undefined, languages: string[]) =>
  isKnown(code) ? messageOf(code, gaps, languages) : code;

/** A job with messages in the language of the caller. */
export function showJob({ error, ...job }: JobRow, languages: string[]): UserJob {
  return {
    ...job,
    error: error && {
      code: error.code,
      message: sentence(error.code, error.gaps, languages),
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

export function showFinding({ position: _, gaps, ...row }: FindingRow, languages: string[]): UserJobFinding {
  return { ...row, message: sentence(row.code, gaps, languages) };
}
