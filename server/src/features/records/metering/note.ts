import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { copyUsage, readUsage } from './copy.store.ts';
import { addUsage, type Noted } from './store.ts';

type Sum = { tokens: number; userIds: Set<string> };
/** By tenant and day. */
type Buffer = { sums: Map<string, Sum>; timer: NodeJS.Timeout | undefined; writing: Promise<void> | undefined };

const waitMs = 1000;
const buffers = new WeakMap<App, Buffer>();

function bufferOf(app: App): Buffer {
  const known = buffers.get(app);
  if (known) {
    return known;
  }
  const buffer: Buffer = { sums: new Map(), timer: undefined, writing: undefined };
  buffers.set(app, buffer);
  return buffer;
}

function sumOf({ sums }: Buffer, key: string): Sum {
  const sum = sums.get(key) ?? { tokens: 0, userIds: new Set() };
  sums.set(key, sum);
  return sum;
}

/** Counts an issued token, and the person it was issued for, without making the request wait. */
export function noteToken(app: App, tenantId: string, userId: string | undefined): void {
  const buffer = bufferOf(app);
  const sum = sumOf(buffer, `${tenantId} ${new Date().toISOString().slice(0, 10)}`);
  sum.tokens += 1;
  if (userId) {
    sum.userIds.add(userId);
  }
  buffer.timer ??= setTimeout(() => {
    buffer.timer = undefined;
    void flushUsage(app);
  }, waitMs).unref();
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

/** Into the database of the tenants; at home the numbers are known as well, for bills and for when a region is away. */
async function writeTo(app: App, buffer: Buffer, region: string | undefined, noted: Noted[]): Promise<void> {
  try {
    await app.tenancy.system((db) => addUsage(db, noted), region);
  } catch (error) {
    putBack(buffer, noted);
    if (!(error instanceof AppError)) {
      app.log.error({ err: error }, 'usage could not be written; it is tried again with the next');
    }
    return;
  }
  if (region === undefined) {
    return;
  }
  try {
    const sums = await app.tenancy.system((db) => readUsage(db, noted), region);
    await app.tenancy.system((db) => copyUsage(db, sums));
  } catch (error) {
    // Counted it is; the sums of the next write hold these as well.
    app.log.warn({ err: error, region }, 'usage in a region could not be copied home');
  }
}

async function write(app: App, buffer: Buffer): Promise<void> {
  const noted = take(buffer);
  if (noted.length === 0) {
    return;
  }
  const byRegion = Map.groupBy(noted, ({ tenantId }) => app.tenancy.regionOf(tenantId));
  await Promise.all([...byRegion].map(([region, some]) => writeTo(app, buffer, region, some)));
}

/** Writes what was noted so far; one writer at a time. */
export async function flushUsage(app: App): Promise<void> {
  const buffer = bufferOf(app);
  await buffer.writing;
  buffer.writing = write(app, buffer).finally(() => {
    buffer.writing = undefined;
  });
  await buffer.writing;
}
