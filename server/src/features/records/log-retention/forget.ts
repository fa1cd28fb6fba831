import { deleteLogsBefore } from '#features/records/audit';
import type { App } from '#platform/app';
import { createRunner, type Runner } from '#platform/runner';
import { type Expired, listExpired } from './store.ts';

const rowsPerStep = 2000;

/** In steps of their own transactions: a tenant with millions of old entries keeps nobody waiting. */
function createForgetting(app: App, region: string | undefined): Runner {
  let due: Expired[] | undefined;
  return createRunner('log-retention', app.log, async () => {
    due ??= await app.tenancy.system(listExpired, region);
    const [next] = due;
    if (!next) {
      due = undefined;
      return false;
    }
    const { tenantId, before } = next;
    const erased = await app.tenancy.system((db) => deleteLogsBefore(db, tenantId, before, rowsPerStep), region);
    if (erased < rowsPerStep) {
      due.shift();
    }
    return true;
  });
}

const runners = new WeakMap<App, Map<string | undefined, Runner>>();

const allOf = (app: App) => {
  const all = runners.get(app) ?? new Map<string | undefined, Runner>();
  runners.set(app, all);
  return all;
};

/** One for each database that holds tenants. */
export function forgettingOf(app: App, region?: string): Runner {
  const all = allOf(app);
  const runner = all.get(region) ?? createForgetting(app, region);
  all.set(region, runner);
  return runner;
}

export async function stopForgetting(app: App): Promise<void> {
  await Promise.all([...allOf(app).values()].map((runner) => runner.stop()));
}
