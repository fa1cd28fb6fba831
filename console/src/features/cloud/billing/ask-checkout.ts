import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { call } from '#platform/client/call.ts';
import type { CheckoutSource } from './await-checkout.ts';

/** Reads the checkout session and the subscription of its tenant from the server. */
export const askCheckout = (id: string): CheckoutSource => ({
  session: async () => (await call(billingApi.checkoutSession, { params: { id } }, '')).data,
  subscription: async (tenantId) => (await call(plansApi.subscription, { params: { id: tenantId } }, tenantId)).data,
});
