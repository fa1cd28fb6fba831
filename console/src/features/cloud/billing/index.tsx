import { lazyRouteComponent } from '@tanstack/react-router';
import { checkoutReturnPath, tenantCheckoutReturnPath } from '#paths/billing.ts';
import { billingHistoryPath, subscriptionPath } from '#paths/tenant-settings.ts';
import type { Feature } from '#platform/feature.ts';

const CheckoutReturn = lazyRouteComponent(() => import('./checkout-return-page.tsx'), 'CheckoutReturnPage');

export const billing: Feature = {
  phrases: ['billing', 'plans', 'tenantSettings', 'tenants'],
  pages: [
    {
      path: subscriptionPath,
      component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
    },
    {
      path: billingHistoryPath,
      component: lazyRouteComponent(() => import('./billing-history-page.tsx'), 'BillingHistoryPage'),
    },
  ],
  outerPages: [
    { path: checkoutReturnPath, component: CheckoutReturn },
    { path: tenantCheckoutReturnPath, component: CheckoutReturn },
  ],
};
