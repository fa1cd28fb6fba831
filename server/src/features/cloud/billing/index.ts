import type { App, Feature } from '#platform/app';
import type { Scope } from '#platform/http/route';
import { sweepBooks } from './books.store.ts';
import { endUnwanted } from './cancel.ts';
import { createProvider } from './choose-provider.ts';
import { closeAtProvider, closeQueue } from './close-checkout.ts';
import { advanceAll, localPages, sweepLocal } from './local/index.ts';
import { billingRoutes } from './routes.ts';
import { sweepSessions } from './sessions.store.ts';
import { sweepEvents, unwantedQueue } from './store.ts';

export { listBooks } from './books.store.ts';
export { closeOpenCheckout } from './close-checkout.ts';
export { listInvoices } from './invoices.store.ts';

const isLocal = (app: App) => app.config.payments.provider === 'local';

function mount(scope: Scope): void {
  const { app } = scope;
  billingRoutes(scope);
  if (isLocal(app)) {
    localPages(scope);
  }
  if (app.config.payments.provider === 'none') {
    app.log.warn('payments disabled: set PAYMENT_PROVIDER=stripe, or PAYMENT_SANDBOX=true for a sandbox');
  }
}

/** Paid plans: checkout, invoices and payment providers. */
export const billing: Feature = {
  name: 'billing',
  adminRoutes: mount,
  start: async (app) => createProvider(app),
  jobs: [
    {
      name: 'billing.sweep',
      everySeconds: 3600,
      run: async (db) => {
        await sweepSessions(db);
        await sweepEvents(db);
        await sweepBooks(db);
        await sweepLocal(db);
      },
    },
  ],
  queues: [
    { queue: 'billing.local-clock', everySeconds: 60, maxAttempts: 1, isOn: isLocal, run: advanceAll },
    {
      queue: unwantedQueue,
      // Customers' money is at stake: retry for some days, then keep the job for an operator.
      maxAttempts: 30,
      firstPauseSeconds: 300,
      isOn: (app) => app.config.payments.provider !== 'none',
      run: endUnwanted,
    },
    {
      queue: closeQueue,
      // Later the session has expired at the provider as well.
      maxAttempts: 8,
      isOn: (app) => app.config.payments.provider !== 'none',
      run: closeAtProvider,
    },
  ],
};
