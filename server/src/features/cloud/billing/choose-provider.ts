import { findPlanByPrice } from '#features/cloud/plans';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { createLocal } from './local/index.ts';
import type { PaymentProvider } from './provider.ts';
import { createStripe } from './stripe/index.ts';

/** The state of this feature; undefined if no payment provider is configured. */
export function createProvider(app: App): PaymentProvider | undefined {
  const { payments } = app.config;
  switch (payments.provider) {
    case 'none':
      return undefined;
    case 'local':
      return createLocal(app);
    case 'stripe': {
      const { secretKey, webhookSecret, apiUrl } = payments;
      const skuOfPrice = (priceId: string) => app.tenancy.system((db) => findPlanByPrice(db, priceId));
      return createStripe({ secretKey, webhookSecret, apiUrl, egress: app.egress, log: app.log, skuOfPrice });
    }
  }
}

/** The configured payment provider; throws `payments.not_configured` if there is none. */
export function providerOf(app: App): PaymentProvider {
  const provider = app.stateOf<PaymentProvider | undefined>('billing');
  if (!provider) {
    throw new AppError('payments.not_configured');
  }
  return provider;
}
