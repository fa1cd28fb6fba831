import { findPlanByPrice } from '#features/cloud/plans';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { createLocal } from './local/index.ts';
import type { PaymentProvider } from './provider.ts';
import { createStripe } from './stripe/index.ts';

const providers = new WeakMap<App, PaymentProvider>();

function create(app: App): PaymentProvider {
  const { payments } = app.config;
  switch (payments.provider) {
    case 'none':
      throw new AppError('payments.not_configured');
    case 'local':
      return createLocal(app);
    case 'stripe': {
      const { secretKey, webhookSecret, apiUrl } = payments;
      const skuOfPrice = (priceId: string) => app.tenancy.system((db) => findPlanByPrice(db, priceId));
      return createStripe({ secretKey, webhookSecret, apiUrl, egress: app.egress, log: app.log, skuOfPrice });
    }
  }
}

/** Whoever takes payments here; `payments.not_configured` where nobody does. */
export function providerOf(app: App): PaymentProvider {
  const provider = providers.get(app) ?? create(app);
  providers.set(app, provider);
  return provider;
}
