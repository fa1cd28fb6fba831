import { type BulkUser, createDigestChecker, hashPassword } from '#features/people/users';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { takeTurns } from '#platform/jobs/take-turns';
import type { Finding } from '../kinds.ts';
import { type Checked, type CheckOptions, checkRecord } from './check-record.ts';
import { type Mapping, pickFields } from './columns.ts';
import type { ImportRecord } from './read-records.ts';
import { readPart } from './stored-parts.ts';

/** The progress of a job: the part of the file and the number of its processed records. */
type Cursor = { part: number; offset: number };

/** A valid line that can be written unless it conflicts with the database. */
export type Ready = { line: number; subject: string | undefined; user: BulkUser; roles: string[] };

export type PreparedBatch = { ready: Ready[]; findings: Finding[]; failed: number; records: number; next: Cursor };

type Plan = {
  tenantId: string;
  fileId: string;
  cursor: Cursor;
  mapping: Mapping;
  options: CheckOptions & { isDryRun: boolean };
};

/** Hashing takes 14 ms each: few enough to show progress and to keep the lease. */
const maxHashed = 50;

function check(record: ImportRecord, { mapping, options }: Plan): Checked {
  const { line } = record;
  if ('values' in record) {
    return checkRecord(line, pickFields(record.values, mapping), options);
  }
  const findings: Finding[] = [{ line, level: 'error', code: record.problem }];
  return { line, subject: undefined, user: undefined, password: undefined, roles: [], findings };
}

/** The records of one batch: all, unless too many passwords have to be hashed. */
async function checkAll(records: ImportRecord[], plan: Plan): Promise<Checked[]> {
  const turn = takeTurns();
  const checked: Checked[] = [];
  let hashed = 0;
  for (const record of records) {
    await turn();
    const one = check(record, plan);
    hashed += one.user && one.password && 'plain' in one.password ? 1 : 0;
    if (hashed > maxHashed) {
      break;
    }
    checked.push(one);
  }
  return checked;
}

type Digests = ReturnType<typeof createDigestChecker>;

/** The stored form of a password; a digest that can never be verified makes the line an error. */
async function storedPassword(one: Checked, isDryRun: boolean, digests: Digests): Promise<BulkUser['password']> {
  const { line, subject, password, findings } = one;
  if (!password || !one.user) {
    return undefined;
  }
  if ('plain' in password) {
    return isDryRun ? undefined : hashPassword(password.plain);
  }
  try {
    await digests(password.stored);
    return password.stored;
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    const { values: gaps, details } = error.options;
    findings.push({ line, level: 'error', code: error.code, field: 'passwordDigest', subject, details, gaps });
    one.user = undefined;
    return undefined;
  }
}

/** Two at a time: using all threads would block sign-ins. */
const lanes = 2;

async function storedPasswords(batch: Checked[], isDryRun: boolean): Promise<BulkUser['password'][]> {
  const digests = createDigestChecker();
  const passwords: BulkUser['password'][] = [];
  let next = 0;
  async function work() {
    for (let index = next++; index < batch.length; index = next++) {
      const one = batch[index];
      passwords[index] = one && (await storedPassword(one, isDryRun, digests));
    }
  }
  await Promise.all(Array.from({ length: lanes }, work));
  return passwords;
}

/** The valid ones of checked records, with their passwords. Adds to the findings of the others. */
export async function prepareRecords(batch: Checked[], isDryRun: boolean): Promise<Ready[]> {
  const passwords = await storedPasswords(batch, isDryRun);
  return batch.flatMap(({ line, subject, user, roles }, index): Ready[] => {
    const password = passwords[index];
    return user ? [{ line, subject, roles, user: { ...user, ...(password ? { password } : {}) } }] : [];
  });
}

/** Reads and validates the next records of a file, without the database. */
export async function prepareBatch(app: App, plan: Plan): Promise<PreparedBatch> {
  const { cursor, options } = plan;
  const part = await readPart(app, plan.tenantId, plan.fileId, cursor.part);
  const batch = await checkAll(part.slice(cursor.offset), plan);
  const ready = await prepareRecords(batch, options.isDryRun);
  const offset = cursor.offset + batch.length;
  return {
    ready,
    findings: batch.flatMap(({ findings }) => findings),
    failed: batch.length - ready.length,
    records: batch.length,
    next: offset < part.length ? { part: cursor.part, offset } : { part: cursor.part + 1, offset: 0 },
  };
}
