import { adminTenantId } from '@postern/contracts/wire';
import { createTenant, findTenant } from '#features/cloud/tenants';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { onBehalfOf } from '#platform/http/actor';
import { emit } from '#platform/jobs/events';
import type { Vault } from '#platform/secrets/vault';
import { addMonths, type Change, grantPlan } from './change-plan.ts';
import type { PaymentEvent, PaymentProvider } from './provider.ts';
import { findSession, lockBilling, lockNewSubscription, type SessionRow, updateSession } from './sessions.store.ts';
import {
  enqueueUnwanted,
  findLiveSubscription,
  insertSubscription,
  isPersonThere,
  saveCustomer,
  touchSubscription,
} from './store.ts';

type CheckoutEvent = Extract<PaymentEvent, { kind: 'checkout' }>;
type ProviderName = PaymentProvider['name'];
type Live = NonNullable<Awaited<ReturnType<typeof findLiveSubscription>>>;

/** A tenant has one subscription at a time. A live one must be the one that this session replaces. */
const isReplaceable = (live: Live | undefined, { replaces, provider }: SessionRow, subscription: string | undefined) =>
  !live || live.reference === subscription || live.reference === replaces || live.provider !== provider;

/** A plan that an operator assigned after the session began stays. The free plan may be replaced at any time. */
const isPlanFree = (planId: string, live: Live | undefined, { fromPlan }: SessionRow) =>
  live !== undefined || fromPlan === null || planId === fromPlan || planId === 'free';

/** Whether a payment in the session still buys what the buyer chose. */
async function isAdmitted(db: Db, session: SessionRow, subscription?: string): Promise<boolean> {
  if (session.tenantId === null) {
    return session.newTenant !== null && (await isPersonThere(db, session.ownerId));
  }
  const tenant = await findTenant(db, session.tenantId);
  const live = await findLiveSubscription(db, session.tenantId);
  return tenant !== undefined && isReplaceable(live, session, subscription) && isPlanFree(tenant.planId, live, session);
}

/** The same before the payment, for a provider that can ask. Locks the billing of the tenant or the buyer. */
export async function isStillWanted(db: Db, sessionId: string): Promise<boolean> {
  const seen = await findSession(db, sessionId);
  if (!seen) {
    return false;
  }
  await lockBilling(db, seen.tenantId ?? seen.ownerId);
  const session = await findSession(db, sessionId);
  return session !== undefined && session.status === 'open' && isAdmitted(db, session);
}

/** The tenant that was paid for, created if it was bought with its plan. */
async function tenantOf(db: Db, vault: Vault, session: SessionRow): Promise<string> {
  const { id, tenantId, newTenant, ownerId, skuId } = session;
  if (tenantId || !newTenant) {
    return tenantId ?? '';
  }
  const tenant = await createTenant(db, vault, newTenant, ownerId, skuId);
  await updateSession(db, id, { tenantId: tenant.id });
  return tenant.id;
}

/**
 * Completes a paid session. If the tenant is gone or has another subscription meanwhile, the new subscription is ended
 * and refunded. Returns the tenant whose plan changed, if any.
 */
export async function completeCheckout(
  db: Db,
  vault: Vault,
  provider: ProviderName,
  { sessionId, status, customer, subscription }: CheckoutEvent,
  at: Date,
): Promise<Change | undefined> {
  const seen = await findSession(db, sessionId);
  if (seen?.provider !== provider) {
    // A session of another installation that uses the same account.
    return undefined;
  }
  await lockBilling(db, seen.tenantId ?? seen.ownerId);
  const session = await findSession(db, sessionId);
  if (!session || session.status === 'complete' || status === 'open') {
    return undefined;
  }
  await updateSession(db, sessionId, { status });
  if (status !== 'complete' || !customer || !subscription) {
    return undefined;
  }
  if (!(await isAdmitted(db, session, subscription))) {
    await enqueueUnwanted(db, provider, subscription);
    return undefined;
  }
  const tenantId = await tenantOf(db, vault, session);
  const live = await findLiveSubscription(db, tenantId);
  if (live && live.reference !== subscription) {
    await touchSubscription(db, live, { at, isEnded: true });
  }
  await saveCustomer(db, tenantId, { provider, customer, subscription });
  if (live?.reference !== subscription) {
    await lockNewSubscription(db, provider, subscription);
    await insertSubscription(db, tenantId, { provider, reference: subscription, skuId: session.skuId, at });
  }
  // Used until the provider reports the period.
  const period = { periodStart: at, periodEnd: addMonths(at, 1) };
  // The provider reports the payment; the plan is the choice of the buyer, whom the history of the tenant names.
  await onBehalfOf({ type: 'administrator', id: session.ownerId, ip: '', userAgent: '' }, async () => {
    await grantPlan(db, tenantId, session.skuId, { status: 'active', ...period, cancelAtPeriodEnd: false });
    await actAs(db, adminTenantId);
    const data = { sessionId, skuId: session.skuId };
    await emit(db, { name: 'Tenant.Checkout.Completed', subjectId: tenantId, data });
  });
  return { tenantId, subscription };
}
