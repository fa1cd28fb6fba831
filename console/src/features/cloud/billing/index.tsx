import { lazyRouteComponent } from '@tanstack/react-router';
import { hasBilling } from '#features/cloud/tenant-settings/shared/has-billing.ts';
import { checkoutReturnPath, tenantCheckoutReturnPath } from '#paths/billing.ts';
import { billingHistoryPath, subscriptionPath, tenantSettingsPath } from '#paths/tenant-settings.ts';
import type { Feature } from '#platform/feature.ts';

const CheckoutReturn = lazyRouteComponent(() => import('./checkout-return-page.tsx'), 'CheckoutReturnPage');

export const billing: Feature = {
  phrases: ['billing', 'contact', 'plans', 'tenantSettings', 'tenants'],
  navTabs: [
    {
      under: tenantSettingsPath,
      path: subscriptionPath,
      label: (t) => t('tenantSettings.tabs.subscription'),
      order: 40,
      isFor: (visitor) => hasBilling(visitor) === true,
    },
    {
      under: tenantSettingsPath,
      path: billingHistoryPath,
      label: (t) => t('tenantSettings.tabs.billingHistory'),
      order: 50,
      isFor: (visitor) => hasBilling(visitor) === true,
    },
  ],
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
