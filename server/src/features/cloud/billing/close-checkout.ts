import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { enqueue, installation, type Job, type Outcome } from '#platform/jobs/jobs';
import { providerOf } from './choose-provider.ts';
import { findOpenSession, lockBilling, updateSession } from './sessions.store.ts';

export const closeQueue = 'billing.close-checkout';

/** Locks the billing of a tenant and closes its open checkout. A job closes the page of the provider. */
export async function closeOpenCheckout(db: Db, tenantId: string): Promise<void> {
  await lockBilling(db, tenantId);
  const open = await findOpenSession(db, { tenantId });
  if (!open) {
    return;
  }
  await updateSession(db, open.id, { status: 'expired' });
  if (open.reference !== null) {
    const payload = { provider: open.provider, reference: open.reference };
    await enqueue(db, { queue: closeQueue, tenantId: installation, key: open.id, payload });
  }
}

export async function closeAtProvider({ payload }: Pick<Job, 'payload'>, app: App): Promise<Outcome> {
  const provider = providerOf(app);
  if (payload.provider === provider.name) {
    // If it was paid a moment ago, the event of the payment refunds it.
    await provider.closeCheckout(String(payload.reference));
  }
  return undefined;
}
