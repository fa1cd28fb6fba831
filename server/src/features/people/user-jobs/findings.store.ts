import { userJobDays } from '@postern/contracts/people/user-jobs';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import type { Finding } from './kinds.ts';

/** The text comes from user input: removes NUL and lone surrogates, and cuts to the length of the column. */
const cut = (text: string | undefined, length: number) => text?.slice(0, length).replaceAll('\0', '').toWellFormed();

/** One statement for any number; findings of the same line are numbered in order. */
export async function insertFindings(db: Db, jobId: string, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) {
    return;
  }
  const rows = findings.map(({ line, level, code, field, subject, details, gaps }) => ({
    line,
    level,
    code,
    field: cut(field, 128),
    subject: cut(subject, 256),
    details: cut(details, 1024),
    gaps: gaps ?? {},
  }));
  await sql`insert into user_job_findings (job_id, line, position, level, code, field, subject, details, gaps)
    select ${jobId}, line, row_number() over (partition by line order by n), level, code, field, subject, details, gaps
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (line int, level varchar, code varchar,
      field varchar, subject varchar, details varchar, gaps jsonb)) with ordinality as given
      (line, level, code, field, subject, details, gaps, n)`.execute(db);
}

export type FindingRow = {
  line: number;
  position: number;
  level: 'error' | 'warning';
  code: string;
  field: string | null;
  subject: string | null;
  details: string | null;
  gaps: Record<string, string | number>;
};

const columns = ['line', 'position', 'level', 'code', 'field', 'subject', 'details', 'gaps'] as const;

export async function listFindings(
  db: Db,
  jobId: string,
  level: FindingRow['level'] | undefined,
  page: Page,
): Promise<FindingRow[]> {
  const rows = await db
    .selectFrom('user_job_findings')
    .select(columns)
    .where('job_id', '=', jobId)
    .$if(level !== undefined, (query) => query.where('level', '=', level ?? ''))
    .orderBy('line')
    .orderBy('position')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  // Only insertFindings writes here, with values of these types.
  return rows as FindingRow[];
}

export async function countFindings(db: Db, jobId: string, level: FindingRow['level'] | undefined): Promise<number> {
  const query = db
    .selectFrom('user_job_findings')
    .select(sql<number>`count(*)`.as('total'))
    .where('job_id', '=', jobId)
    .$if(level !== undefined, (part) => part.where('level', '=', level ?? ''));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Findings after a given one, for reading them in batches. */
export async function listFindingsAfter(
  db: Db,
  jobId: string,
  { line, position }: { line: number; position: number },
  limit: number,
): Promise<FindingRow[]> {
  const rows = await db
    .selectFrom('user_job_findings')
    .select(columns)
    .where('job_id', '=', jobId)
    .where(sql<boolean>`(line, position) > (${line}, ${position})`)
    .orderBy('line')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows as FindingRow[];
}

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
