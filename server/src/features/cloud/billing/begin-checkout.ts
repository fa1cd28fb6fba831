import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateCheckoutSession } from '@postern/contracts/cloud/billing';
import { paidPlanIds } from '@postern/contracts/quota';
import { findSoldPlan, type SoldPlan } from '#features/cloud/plans';
import { choosePlace, requireTag } from '#features/cloud/regions';
import { findTenant } from '#features/cloud/tenants';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { providerOf } from './choose-provider.ts';
import type { PaymentProvider } from './provider.ts';
import {
  deleteSession,
  findOpenSession,
  findSession,
  insertSession,
  lockBilling,
  type NewSession,
  type NewTenantData,
  type SessionRow,
  updateSession,
} from './sessions.store.ts';
import { type Customer, findCustomer, findEmail } from './store.ts';

const lifetimeMs = 24 * 3_600_000;
/** Open sessions with less time left than this are not reused. */
const leftMs = 10 * 60_000;
/** Longer than any provider takes to respond. A session that is still opening after this is abandoned. */
const openingMs = 45_000;
const maxTurns = 200;
const freePlan = 'free';
const developmentPlan = 'dev';
const turnMs = 100;

type CheckoutRequest = {
  ownerId: string;
  /** `page` is the page to return to when the checkout is canceled. */
  tenant: { id: string; name: string; page: string; planId: string } | { id: null; data: NewTenantData };
  plan: SoldPlan;
  customer: Customer | undefined;
  successUrl: string;
};
type Opened = { redirectUri: string; sessionId: string };

async function wantedOf(db: Db, app: App, body: CreateCheckoutSession, ownerId: string): Promise<CheckoutRequest> {
  const { tenantId, tenantName = '', tenantTag = 'production', tenantRegionName = 'EU' } = body;
  const plan = await findSoldPlan(db, body.skuId);
  if (!plan) {
    throw new AppError('checkout.plan_not_available');
  }
  const common = { ownerId, plan, successUrl: body.successCallbackUrl };
  if (tenantId === undefined) {
    if (tenantTag === 'development') {
      throw new AppError('checkout.plan_not_available');
    }
    const wanted = { regionName: tenantRegionName, tag: tenantTag, ownerId };
    const data = { name: tenantName, tag: tenantTag, ...(await choosePlace(app.config, db, wanted)) };
    return { ...common, tenant: { id: null, data }, customer: undefined };
  }
  const tenant = await findTenant(db, tenantId);
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  requireTag(app.config, tenant.regionName, 'production');
  // Only operators change custom plans, and the admin tenant cannot be bought.
  if (![freePlan, developmentPlan, ...paidPlanIds].includes(tenant.planId)) {
    throw new AppError('checkout.plan_not_available');
  }
  if (tenant.planId === plan.id) {
    throw new AppError('checkout.already_subscribed');
  }
  const customer = await findCustomer(db, tenantId, providerOf(app).name);
  // Development tenants have no subscription page; their settings page links to the plans.
  const page = tenant.tag === 'development' ? 'settings' : 'subscription';
  return { ...common, tenant: { id: tenantId, name: tenant.name, page, planId: tenant.planId }, customer };
}

const keyOf = ({ tenant, ownerId }: CheckoutRequest) => (tenant.id === null ? { ownerId } : { tenantId: tenant.id });

/** Whether an open session matches the requested plan and tenant. */
function isSame(session: SessionRow, { plan, tenant }: CheckoutRequest): boolean {
  const { newTenant } = session;
  const isSameTenant =
    (tenant.id !== null && (session.fromPlan ?? tenant.planId) === tenant.planId) ||
    (tenant.id === null &&
      newTenant?.name === tenant.data.name &&
      newTenant.tag === tenant.data.tag &&
      newTenant.regionName === tenant.data.regionName);
  return session.skuId === plan.id && isSameTenant && session.expiresAt - Date.now() > leftMs;
}

type Turn = { open: Opened } | { begin: NewSession } | { close: SessionRow } | { wait: true };

/** What is to be done about the session that is open, if one is. One caller after the other. */
async function resolveCheckout(db: Db, provider: PaymentProvider['name'], wanted: CheckoutRequest): Promise<Turn> {
  const key = keyOf(wanted);
  await lockBilling(db, wanted.tenant.id ?? wanted.ownerId);
  const open = await findOpenSession(db, key);
  if (open && !open.redirectUri && Date.now() - open.createdAt < openingMs) {
    return { wait: true };
  }
  if (open && (!open.redirectUri || !isSame(open, wanted) || open.provider !== provider)) {
    return { close: open };
  }
  if (open?.redirectUri) {
    // Return to the page of the latest request.
    await updateSession(db, open.id, { successUrl: wanted.successUrl, ownerId: wanted.ownerId });
    return { open: { redirectUri: open.redirectUri, sessionId: open.id } };
  }
  const session: NewSession = {
    id: newId(),
    tenantId: wanted.tenant.id,
    ownerId: wanted.ownerId,
    provider,
    skuId: wanted.plan.id,
    replaces: wanted.customer?.subscription ?? null,
    fromPlan: wanted.tenant.id === null ? null : wanted.tenant.planId,
    successUrl: wanted.successUrl,
    newTenant: wanted.tenant.id === null ? wanted.tenant.data : null,
    expiresAt: new Date(Date.now() + lifetimeMs),
  };
  await insertSession(db, session);
  return { begin: session };
}

/**
 * The provider decides whether the session closes in time, so no payment happens in a session that we consider closed.
 */
async function close(app: App, provider: PaymentProvider, { id, reference, provider: of }: SessionRow): Promise<void> {
  const isClosed = reference === null || of !== provider.name || (await provider.closeCheckout(reference));
  if (!isClosed && (await app.tenancy.system((db) => findSession(db, id)))?.status === 'open') {
    // Paid a moment ago; the event of the provider is still on its way.
    throw new AppError('checkout.already_subscribed');
  }
  await app.tenancy.system(async (db) => {
    const now = await findSession(db, id);
    if (now?.status === 'open') {
      await updateSession(db, id, { status: 'expired' });
    }
  });
}

async function open(
  app: App,
  provider: PaymentProvider,
  wanted: CheckoutRequest,
  session: NewSession,
): Promise<Opened> {
  const { adminEndpoint } = app.config;
  const { tenant, plan, customer, ownerId } = wanted;
  try {
    const email = await app.tenancy.system((db) => findEmail(db, ownerId));
    const { reference, redirectUri } = await provider.openCheckout({
      sessionId: session.id,
      plan: { skuId: plan.id, name: plan.name, unitPrice: plan.unitPrice, priceId: plan.priceId },
      tenantName: tenant.id === null ? tenant.data.name : tenant.name,
      customer: customer?.customer ?? null,
      subscription: customer?.subscription ?? null,
      email,
      successUrl: `${adminEndpoint}/checkout-return/${session.id}`,
      cancelUrl: `${adminEndpoint}/${tenant.id === null ? '' : `${tenant.id}/tenant-settings/${tenant.page}`}`,
    });
    await app.tenancy.system((db) => updateSession(db, session.id, { reference, redirectUri }));
    return { redirectUri, sessionId: session.id };
  } catch (error) {
    await app.tenancy.system((db) => deleteSession(db, session.id));
    throw error;
  }
}

/** Allows one open session at a time: the same request returns it, a different request closes it first. */
export async function beginCheckout(app: App, body: CreateCheckoutSession, ownerId: string): Promise<Opened> {
  const provider = providerOf(app);
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const { wanted, next } = await app.tenancy.system(async (db) => {
      const asked = await wantedOf(db, app, body, ownerId);
      return { wanted: asked, next: await resolveCheckout(db, provider.name, asked) };
    });
    if ('open' in next) {
      return next.open;
    }
    if ('begin' in next) {
      return open(app, provider, wanted, next.begin);
    }
    if ('close' in next) {
      await close(app, provider, next.close);
    } else {
      await sleep(turnMs);
    }
  }
  throw new AppError('request.takes_too_long');
}
