import { adminTenantId } from '@postern/contracts/wire';
import { createTenant, findTenant } from '#features/cloud/tenants';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import type { Vault } from '#platform/vault';
import { addMonths, type Change, grantPlan } from './change-plan.ts';
import type { PaymentEvent, PaymentProvider } from './provider.ts';
import { findSession, lockBilling, type SessionRow, updateSession } from './sessions.store.ts';
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

/**
 * The tenant that was paid for. Creates it if it was bought with its plan; undefined if the tenant or the buyer is
 * gone.
 */
async function tenantOf(
  db: Db,
  vault: Vault,
  { id, tenantId, newTenant, ownerId, skuId }: SessionRow,
): Promise<string | undefined> {
  if (tenantId) {
    return (await findTenant(db, tenantId))?.id;
  }
  if (!newTenant || !(await isPersonThere(db, ownerId))) {
    return undefined;
  }
  const tenant = await createTenant(db, vault, newTenant, ownerId, skuId);
  await updateSession(db, id, { tenantId: tenant.id });
  return tenant.id;
}

/** A tenant has one subscription at a time. A live one must be the one that this session replaces. */
async function mayAttach(db: Db, tenantId: string, session: SessionRow, subscription: string, at: Date) {
  const live = await findLiveSubscription(db, tenantId);
  if (!live || live.reference === subscription) {
    return true;
  }
  if (live.reference !== session.replaces && live.provider === session.provider) {
    return false;
  }
  await touchSubscription(db, live, { at, isEnded: true });
  return true;
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
  const tenantId = await tenantOf(db, vault, session);
  if (!tenantId || !(await mayAttach(db, tenantId, session, subscription, at))) {
    await enqueueUnwanted(db, provider, subscription);
    return undefined;
  }
  await saveCustomer(db, tenantId, { provider, customer, subscription });
  const isKnown = (await findLiveSubscription(db, tenantId)) !== undefined;
  if (!isKnown) {
    await insertSubscription(db, tenantId, { provider, reference: subscription, skuId: session.skuId, at });
  }
  // Used until the provider reports the period.
  const period = { periodStart: at, periodEnd: addMonths(at, 1) };
  await grantPlan(db, tenantId, session.skuId, { status: 'active', ...period, cancelAtPeriodEnd: false });
  await actAs(db, adminTenantId);
  await emit(db, { name: 'Tenant.Checkout.Completed', subjectId: tenantId, data: { sessionId, skuId: session.skuId } });
  return { tenantId, subscription };
}
