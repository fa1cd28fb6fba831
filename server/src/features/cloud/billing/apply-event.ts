import { adminTenantId } from '@postern/contracts/wire';
import { mirrorNow } from '#features/cloud/regions';
import { actAs } from '#features/people/provision';
import type { App } from '#platform/app';
import type { Config } from '#platform/config/config';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import type { Vault } from '#platform/secrets/vault';
import { type Change, endPlan, grantPlan } from './change-plan.ts';
import { completeCheckout } from './complete-checkout.ts';
import {
  findLastNumber,
  insertCorrections,
  listUnnumbered,
  saveInvoice,
  saveNumber,
  takeNumber,
  type Unnumbered,
} from './invoices.store.ts';
import type { PaymentEvent, PaymentProvider, SignedEvent } from './provider.ts';
import { lockBilling, lockNewSubscription } from './sessions.store.ts';
import { findStatus, findSubscription, insertEvent, saveWaiting, takeWaiting, touchSubscription } from './store.ts';

type Seller = Config['seller'];

/** Prices include the seller's tax. */
function taxOf({ taxName, taxRate }: Seller, amountDue: number) {
  const amount = Math.round((amountDue * taxRate) / (100 + taxRate));
  return taxRate > 0 ? { name: taxName, rate: taxRate, amount } : null;
}

async function numberOne(db: Db, seller: Seller, tenantId: string, one: Unnumbered): Promise<void> {
  const isCredit = one.amountDue < 0;
  await saveNumber(db, tenantId, one.id, {
    number: await takeNumber(db, isCredit ? seller.creditPrefix : seller.invoicePrefix),
    corrects: one.corrects ?? (isCredit ? await findLastNumber(db, tenantId, one.subscription) : null),
    details: {
      seller: seller.name ? { name: seller.name, address: seller.address, taxId: seller.taxId } : null,
      customer: one.details.customer ?? null,
      tax: one.details.tax ?? taxOf(seller, one.amountDue),
    },
  });
}

/**
 * Assigns a number to each issued invoice of these tenants and stores the current seller, customer and tax with it.
 * Must be the last step of a payment transaction: the row of the series stays locked until its end.
 */
async function numberInvoices(db: Db, seller: Seller, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of new Set(tenantIds)) {
    await insertCorrections(db, tenantId);
    for (const one of await listUnnumbered(db, tenantId)) {
      await numberOne(db, seller, tenantId, one);
    }
  }
}

type ProviderName = PaymentProvider['name'];
type Of<Kind extends PaymentEvent['kind']> = Extract<PaymentEvent, { kind: Kind }>;

/** Result of an event: a change of a tenant, no change, or deferred until the subscription is known. */
type Outcome = Change | 'nothing' | { waitsFor: string };

const isOver = (status: Of<'subscription'>['status']) => status === 'canceled' || status === 'incomplete_expired';

/**
 * Finds the subscription and locks the billing of its tenant. If it is unknown, a checkout that stores it at the same
 * moment is waited for: otherwise neither would see the other, and the event would wait for ever.
 */
async function lockSubscription(db: Db, provider: ProviderName, reference: string) {
  let seen = await findSubscription(db, provider, reference);
  if (!seen) {
    await lockNewSubscription(db, provider, reference);
    seen = await findSubscription(db, provider, reference);
  }
  if (!seen) {
    return undefined;
  }
  await lockBilling(db, seen.tenantId);
  return findSubscription(db, provider, reference);
}

async function applySubscription(
  db: Db,
  provider: ProviderName,
  event: Of<'subscription'>,
  at: Date,
): Promise<Outcome> {
  const known = await lockSubscription(db, provider, event.reference);
  if (!known) {
    return { waitsFor: event.reference };
  }
  if (known.endedAt !== null || known.eventAt > at.getTime()) {
    return 'nothing';
  }
  const { tenantId } = known;
  const { status, skuId, periodStart, periodEnd, cancelAtPeriodEnd } = event;
  const before = await findStatus(db, tenantId);
  await touchSubscription(db, known, { skuId, at, isEnded: isOver(status) });
  if (isOver(status)) {
    await endPlan(db, tenantId);
  } else {
    // The first payment is still pending: keep the current plan.
    const planId = status === 'incomplete' ? undefined : skuId;
    await grantPlan(db, tenantId, planId, { status, periodStart, periodEnd, cancelAtPeriodEnd });
  }
  await actAs(db, adminTenantId);
  await emit(db, {
    name: 'Tenant.Subscription.Updated',
    subjectId: tenantId,
    data: { status, before, skuId, periodEnd: periodEnd.toISOString(), cancelAtPeriodEnd },
  });
  return { tenantId };
}

async function applyInvoice(db: Db, provider: ProviderName, { invoice }: Of<'invoice'>, at: Date): Promise<Outcome> {
  const known = await lockSubscription(db, provider, invoice.subscription);
  if (!known) {
    return { waitsFor: invoice.subscription };
  }
  const { tenantId, skuId } = known;
  const saved = await saveInvoice(db, { tenantId, provider, planId: skuId }, invoice, at);
  if (saved) {
    const { reference, status, amountDue, amountPaid, currency } = invoice;
    await actAs(db, adminTenantId);
    await emit(db, {
      name: 'Tenant.Invoice.Updated',
      subjectId: tenantId,
      data: { reference, status, before: saved.before, amountDue, amountPaid, currency },
    });
  }
  return { tenantId };
}

async function apply(db: Db, vault: Vault, provider: ProviderName, { at, event }: SignedEvent): Promise<Outcome> {
  switch (event.kind) {
    case 'checkout':
      return (await completeCheckout(db, vault, provider, event, at)) ?? 'nothing';
    case 'subscription':
      return applySubscription(db, provider, event, at);
    case 'invoice':
      return applyInvoice(db, provider, event, at);
  }
}

/**
 * The only place where payments change state. Each event is applied once, in the same transaction as its changes;
 * events older than the known state are ignored. Runs in one transaction of the system handle. Returns the tenants
 * whose settings changed.
 */
export async function applyEvents(
  db: Db,
  vault: Vault,
  provider: ProviderName,
  events: readonly SignedEvent[],
): Promise<string[]> {
  const changed = new Set<string>();
  for (const event of events) {
    if (!(await insertEvent(db, provider, event))) {
      continue;
    }
    const outcome = await apply(db, vault, provider, event);
    if (outcome === 'nothing') {
      continue;
    }
    if ('waitsFor' in outcome) {
      await saveWaiting(db, provider, event, outcome.waitsFor);
      continue;
    }
    changed.add(outcome.tenantId);
    const late = outcome.subscription ? await takeWaiting(db, provider, outcome.subscription) : [];
    for (const one of late) {
      await apply(db, vault, provider, one);
    }
  }
  return [...changed];
}

/** Runs a payment transaction. This node drops its cached plan immediately; NOTIFY reaches the other nodes. */
export async function runPayment<T extends { changed: string[] }>(app: App, work: (db: Db) => Promise<T>): Promise<T> {
  const result = await app.tenancy.system(async (db) => {
    const done = await work(db);
    await numberInvoices(db, app.config.seller, done.changed);
    return done;
  });
  for (const tenantId of result.changed) {
    await mirrorNow(app, tenantId);
    app.cache.drop(tenantId);
  }
  return result;
}
