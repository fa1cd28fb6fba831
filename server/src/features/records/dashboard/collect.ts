import type { SignInStep } from '@postern/contracts/records/dashboard';
import type { App } from '#platform/app';
import { type BatchWriter, createBatchWriter } from '#platform/db/batch-writes';
import { today } from '#platform/db/local-day';
import { AppError } from '#platform/http/errors';
import { type ActiveUser, addActiveUsers, addFailures, addSteps, type Failure, type Step } from './collect.store.ts';

/** Five seconds: the dashboard shows days, and each write costs PostgreSQL several milliseconds, however full it is. */
const waitMs = 5000;
const maxWaitMs = 30_000;
const batchSize = 2000;
/** Limit per process while the database is unavailable; further items are dropped. */
const maxItems = 50_000;

type Items = { users: ActiveUser[]; steps: Step[]; failures: Failure[] };
/** One per database, so that an unavailable one only delays its own items. */
type Buffer = { region: string | undefined; items: Items; writer: BatchWriter };
/** `seen`: users who were collected today. A node writes each of them once a day. */
type DashboardState = { buffers: Map<string | undefined, Buffer>; seen: Map<string, Set<string>> };

/** The state of this feature. */
export const createDashboardState = (_app: App): DashboardState => ({ buffers: new Map(), seen: new Map() });

const stateOf = (app: App) => app.stateOf<DashboardState>('dashboard');

const none = (): Items => ({ users: [], steps: [], failures: [] });
const sizeOf = ({ users, steps, failures }: Items) => users.length + steps.length + failures.length;

/** Returns false if the items are back in the buffer. */
async function write(app: App, buffer: Buffer): Promise<boolean> {
  const { items } = buffer;
  buffer.items = none();
  try {
    await app.tenancy.system(async (db) => {
      await addActiveUsers(db, items.users);
      await addSteps(db, items.steps);
      await addFailures(db, items.failures);
    }, buffer.region);
    return true;
  } catch (error) {
    buffer.items = {
      users: [...items.users, ...buffer.items.users],
      steps: [...items.steps, ...buffer.items.steps],
      failures: [...items.failures, ...buffer.items.failures],
    };
    if (!(error instanceof AppError)) {
      app.log.error({ err: error }, 'dashboard write failed, will be retried');
    }
    return false;
  }
}

function bufferOf(app: App, tenantId: string): Buffer {
  const { buffers } = stateOf(app);
  const region = app.tenancy.regionOf(tenantId);
  const known = buffers.get(region);
  if (known) {
    return known;
  }
  const buffer: Buffer = {
    region,
    items: none(),
    writer: createBatchWriter({
      waitMs,
      maxWaitMs,
      batchSize,
      waiting: () => sizeOf(buffer.items),
      writeBatch: () => write(app, buffer),
    }),
  };
  buffers.set(region, buffer);
  return buffer;
}

function collect(app: App, tenantId: string, add: (items: Items) => void): void {
  const buffer = bufferOf(app, tenantId);
  if (sizeOf(buffer.items) < maxItems && !buffer.writer.isClosed()) {
    add(buffer.items);
    buffer.writer.added();
  }
}

const maxSeen = 50_000;

function isSeen(app: App, tenantId: string, day: string, userId: string): boolean {
  const { seen } = stateOf(app);
  if (!seen.has(day)) {
    // A new day has begun.
    seen.clear();
    seen.set(day, new Set());
  }
  const known = seen.get(day) ?? new Set();
  const key = `${tenantId} ${userId}`;
  if (known.has(key)) {
    return true;
  }
  if (known.size >= maxSeen) {
    known.clear();
  }
  known.add(key);
  return false;
}

/** Counts a user as active today without blocking the request. */
export function collectActiveUser(app: App, tenantId: string, userId: string | undefined): void {
  const day = today();
  if (userId && !isSeen(app, tenantId, day, userId)) {
    collect(app, tenantId, ({ users }) => users.push({ tenantId, day, userId }));
  }
}

type Where = { applicationId: string; language: string; method?: string | undefined };

/** Counts a step of a sign-in without blocking the request. The same step of the same sign-in counts once. */
export function collectStep(app: App, tenantId: string, step: SignInStep, where: Where & { signIn: string }): void {
  const { method, ...rest } = where;
  const item = { tenantId, day: today(), step, ...rest };
  collect(app, tenantId, ({ steps }) =>
    steps.push({ ...item, method: '' }, ...(method === undefined ? [] : [{ ...item, method }])),
  );
}

/** Counts a failed attempt to sign in without blocking the request. */
export function collectFailure(app: App, tenantId: string, reason: string, where: Where): void {
  const { method = '', applicationId, language } = where;
  const item = { tenantId, day: today(), reason, method, applicationId, language };
  collect(app, tenantId, ({ failures }) => failures.push(item));
}

/** Writes everything that was collected. */
export async function flushDashboard(app: App): Promise<void> {
  await Promise.all([...stateOf(app).buffers.values()].map(({ writer }) => writer.flush()));
}

/** The last write before the process ends. */
export async function closeDashboard(app: App): Promise<void> {
  await Promise.all([...stateOf(app).buffers.values()].map(({ writer }) => writer.close()));
}
