import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { Job } from '#platform/jobs/jobs';
import { newSecret } from '#platform/secrets/ids';
import type { PaymentProvider } from '../provider.ts';
import { advance, cancelLocal } from './renew.ts';
import { insertCheckout, insertPortal, lockCheckout, setCheckoutStatus } from './store.ts';

export { localPages } from './routes.ts';
export { sweepLocal } from './store.ts';

const checkoutMs = 24 * 3_600_000;
const portalMs = 3_600_000;

/** A sandbox on this server with pages, test cards and a clock. No real charges. */
export function createLocal(app: App): PaymentProvider {
  const { adminEndpoint } = app.config;
  return {
    name: 'local',
    async openCheckout(order) {
      const reference = newSecret();
      const expiresAt = new Date(Date.now() + checkoutMs);
      await app.tenancy.system((db) => insertCheckout(db, reference, order, expiresAt));
      return { reference, redirectUri: `${adminEndpoint}/payment-sandbox/checkout/${reference}` };
    },
    closeCheckout: (reference) =>
      app.tenancy.system(async (db) => {
        const checkout = await lockCheckout(db, reference);
        if (checkout?.status === 'open') {
          await setCheckoutStatus(db, reference, 'expired');
        }
        return checkout?.status !== 'complete';
      }),
    async openPortal(customer, returnUrl) {
      const token = newSecret();
      const expiresAt = new Date(Date.now() + portalMs);
      await app.tenancy.system((db) => insertPortal(db, token, customer, returnUrl, expiresAt));
      return `${adminEndpoint}/payment-sandbox/portal/${token}`;
    },
    cancel: (subscription) => cancelLocal(app, subscription),
    // Sandbox invoices are complete when written, and the platform renders them.
    addLines: async () => undefined,
    readPdf: async () => undefined,
    async readEvents() {
      // The sandbox sends no events over HTTP, so the request is not from the payment provider.
      throw new AppError('payments.invalid_signature');
    },
  };
}

/** Runs all due renewals and retried charges of the sandbox. */
export async function advanceAll({ signal }: Pick<Job, 'signal'>, app: App): Promise<undefined> {
  // Failed ones are retried in the next run.
  const stuck = new Set<string>();
  while (await advance(app, new Date(), stuck)) {
    signal.throwIfAborted();
  }
}
