import type { App } from '#platform/app';
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

async function write(app: App, buffer: Buffer): Promise<void> {
  const noted = take(buffer);
  if (noted.length === 0) {
    return;
  }
  try {
    await app.tenancy.system((db) => addUsage(db, noted));
  } catch (error) {
    putBack(buffer, noted);
    app.log.error({ err: error }, 'usage could not be written; it is tried again with the next');
  }
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
