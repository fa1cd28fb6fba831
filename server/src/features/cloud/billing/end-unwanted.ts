import type { App } from '#platform/app';
import { createRunner, type Runner } from '#platform/runner';
import { providerOf } from './choose-provider.ts';
import { claimUnwanted, deleteUnwanted } from './store.ts';

/** Ends one subscription that was paid for without need. False when none is due. */
export async function endUnwanted(app: App): Promise<boolean> {
  const provider = providerOf(app);
  const subscription = await app.tenancy.system((db) => claimUnwanted(db, provider.name));
  if (!subscription) {
    return false;
  }
  try {
    await provider.cancel(subscription);
    await app.tenancy.system((db) => deleteUnwanted(db, provider.name, subscription));
  } catch (error) {
    // It is due again in some minutes.
    app.log.error({ err: error, subscription }, 'a subscription that nobody wants could not be ended');
  }
  return true;
}

const runners = new WeakMap<App, Runner>();

export function refundsOf(app: App): Runner {
  const runner = runners.get(app) ?? createRunner('billing.end-unwanted', app.log, () => endUnwanted(app));
  runners.set(app, runner);
  return runner;
}
