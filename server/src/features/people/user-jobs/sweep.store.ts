import { userJobDays } from '@postern/contracts/people/user-jobs';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

/**
 * Deletes ended jobs with their reports a month after their start. Data that is only needed while running is deleted
 * earlier.
 */
export async function sweepJobs(db: Db): Promise<void> {
  await sql`delete from user_job_keys k where not exists (select from user_jobs j
    where j.tenant_id = k.tenant_id and j.id = k.job_id and j.state in ('queued', 'running'))`.execute(db);
  await sql`delete from user_jobs where created_at < now() - ${userJobDays} * interval '1 day'
    and state not in ('queued', 'running')`.execute(db);
}
