import { pagePath } from '#platform/router/page-path.ts';

/** Where the payment provider sends people back to; below the tenant they came from, if they came from one. */
export const checkoutReturnPath = pagePath('checkout-success-callback');
export const tenantCheckoutReturnPath = pagePath('$tenantId/checkout-success-callback');
