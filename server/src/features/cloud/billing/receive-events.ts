import { billUsage } from '#features/cloud/plans';
import type { App } from '#platform/app';
import { applyEvents, runPayment } from './apply-event.ts';
import { addMonths } from './change-plan.ts';
import { providerOf } from './choose-provider.ts';
import type { PaymentProvider, SignedEvent } from './provider.ts';
import { findSubscription, wasSeen } from './store.ts';

/**
 * Usage beyond the plan can only be added to a draft invoice. This runs before the event is stored: if it fails, the
 * provider resends the event, and it adds each line once.
 */
async function addUsage(app: App, provider: PaymentProvider, { id, event }: SignedEvent): Promise<void> {
  if (event.kind !== 'invoice' || event.invoice.status !== 'draft') {
    return;
  }
  const { reference, subscription, periodStart } = event.invoice;
  const known = await app.tenancy.system(async (db) =>
    (await wasSeen(db, provider.name, id)) ? undefined : findSubscription(db, provider.name, subscription),
  );
  if (!known) {
    return;
  }
  // The plan is paid in advance, usage beyond it afterwards.
  const over = { start: addMonths(periodStart, -1), end: periodStart };
  const lines = await billUsage(app, known.tenantId, over);
  if (lines.length > 0) {
    await provider.addLines(reference, lines);
  }
}

/** Receives the signed events of the provider. */
export async function receiveEvents(
  app: App,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const provider = providerOf(app);
  const events = await provider.readEvents(body, headers);
  for (const event of events) {
    await addUsage(app, provider, event);
  }
  await runPayment(app, async (db) => ({ changed: await applyEvents(db, app.vault, provider.name, events) }));
}
