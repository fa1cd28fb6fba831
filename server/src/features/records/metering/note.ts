import type { App } from '#platform/app';
import { type BatchWriter, createBatchWriter } from '#platform/db/batch-writes';
import { AppError } from '#platform/http/errors';
import { addUsage, copyUsage, type Noted, readUsage } from './store.ts';

type Sum = { tokens: number; userIds: Set<string> };
/** Keyed by tenant and day. */
type Buffer = { sums: Map<string, Sum>; writer: BatchWriter };

/** `admitted`: users who are already counted, by tenant and day. */
export type MeteringState = { buffer: Buffer; admitted: Map<string, Set<string>> };

const waitMs = 1000;
const maxWaitMs = 30_000;

/** The state of this feature. */
export function createMeteringState(app: App): MeteringState {
  const sums = new Map<string, Sum>();
  const buffer: Buffer = {
    sums,
    writer: createBatchWriter({ waitMs, maxWaitMs, waiting: () => sums.size, writeBatch: () => write(app, buffer) }),
  };
  return { buffer, admitted: new Map() };
}

export const stateOf = (app: App) => app.stateOf<MeteringState>('metering');

function sumOf({ sums }: Pick<Buffer, 'sums'>, key: string): Sum {
  const sum = sums.get(key) ?? { tokens: 0, userIds: new Set() };
  sums.set(key, sum);
  return sum;
}

/** Counts an issued token and its user without blocking the request. */
export function noteToken(app: App, tenantId: string, userId: string | undefined): void {
  const { buffer } = stateOf(app);
  const sum = sumOf(buffer, `${tenantId} ${new Date().toISOString().slice(0, 10)}`);
  sum.tokens += 1;
  if (userId) {
    sum.userIds.add(userId);
  }
  buffer.writer.added();
}

function take(buffer: Buffer): Noted[] {
  const noted = [...buffer.sums].map(([key, { tokens, userIds }]) => {
    const [tenantId = '', day = ''] = key.split(' ');
    return { tenantId, day, tokens, userIds: [...userIds] };
  });
  buffer.sums.clear();
  return noted;
}

function putBack(buffer: Buffer, noted: Noted[]): void {
  for (const { tenantId, day, tokens, userIds } of noted) {
    const sum = sumOf(buffer, `${tenantId} ${day}`);
    sum.tokens += tokens;
    for (const userId of userIds) {
      sum.userIds.add(userId);
    }
  }
}

/**
 * Writes to the database of the tenants, then copies the totals to the home database, for billing and for region
 * outages.
 */
async function writeTo(app: App, buffer: Buffer, region: string | undefined, noted: Noted[]): Promise<boolean> {
  try {
    await app.tenancy.system((db) => addUsage(db, noted), region);
  } catch (error) {
    putBack(buffer, noted);
    if (!(error instanceof AppError)) {
      app.log.error({ err: error }, 'usage write failed, will be retried');
    }
    return false;
  }
  if (region === undefined) {
    return true;
  }
  try {
    const sums = await app.tenancy.system((db) => readUsage(db, noted), region);
    await app.tenancy.system((db) => copyUsage(db, sums));
  } catch (error) {
    // The usage is stored; the totals of the next copy include it.
    app.log.warn({ err: error, region }, 'usage copy from region failed');
  }
  return true;
}

/** Returns false if some of it is back in the buffer. */
async function write(app: App, buffer: Buffer): Promise<boolean> {
  const byRegion = Map.groupBy(take(buffer), ({ tenantId }) => app.tenancy.regionOf(tenantId));
  const results = await Promise.all([...byRegion].map(([region, some]) => writeTo(app, buffer, region, some)));
  return results.every(Boolean);
}

/** Writes all collected usage. */
export async function flushUsage(app: App): Promise<void> {
  await stateOf(app).buffer.writer.flush();
}

/** The last write before the process ends. */
export async function closeUsage(app: App): Promise<void> {
  await stateOf(app).buffer.writer.close();
}
