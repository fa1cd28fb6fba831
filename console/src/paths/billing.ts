import { pagePath } from '#platform/router/page-path.ts';

/** Return URL of the payment provider; below the tenant that started the payment, if any. */
export const checkoutReturnPath = pagePath('checkout-success-callback');
export const tenantCheckoutReturnPath = pagePath('$tenantId/checkout-success-callback');
