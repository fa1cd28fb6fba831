import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../fields.ts';
import { Invoice } from './invoices.ts';
import { CreateTenant, TenantTag } from './tenants.ts';

export { Invoice, InvoiceParty, InvoiceStatus } from './invoices.ts';

export const CheckoutStatus = z.enum(['open', 'complete', 'expired']);

export const CheckoutSession = z.object({
  sessionId: z.string(),
  status: CheckoutStatus,
  /** Null until the tenant exists. */
  tenantId: z.string().nullable(),
  skuId: z.string(),
  createdAt: z.string(),
});
export type CheckoutSession = z.infer<typeof CheckoutSession>;

const address = z.url().max(2048);

/** For an existing tenant, or for one that is created when paid. */
export const CreateCheckoutSession = z
  .strictObject({
    skuId: z.string().max(64),
    /** An address of the console. */
    successCallbackUrl: address,
    tenantId: z.string().max(21).optional(),
    tenantName: CreateTenant.shape.name.optional(),
    tenantTag: TenantTag.optional(),
    tenantRegionName: z.string().max(32).optional(),
  })
  .refine(({ tenantId, tenantName }) => (tenantId === undefined) !== (tenantName === undefined), {
    message: 'Send either tenantId for an existing tenant or tenantName for a new one.',
  });
export type CreateCheckoutSession = z.infer<typeof CreateCheckoutSession>;

const cloud = { document: 'cloud', tag: 'Billing' } as const;
const ofTenant = z.object({ id: z.string() });

export const billingApi = {
  checkout: endpoint({
    ...cloud,
    method: 'POST',
    path: '/api/checkout-session',
    summary: 'Create a checkout session for a plan. If the tenant has an open session, returns that one.',
    // For an existing tenant, an organization token of that tenant is enough.
    auth: { kind: 'cloud', orTenant: 'manage:billing' },
    body: CreateCheckoutSession,
    response: z.object({ redirectUri: z.string(), sessionId: z.string() }),
    errors: [
      'entity.not_found',
      'auth.forbidden',
      'checkout.invalid_callback',
      'checkout.plan_not_available',
      'checkout.already_subscribed',
      'subscription.spending_limit_exceeded',
      'tenant.region_not_available',
      'tenant.tag_not_allowed',
      'payments.not_configured',
      'payments.provider_unavailable',
    ],
  }),
  checkoutSession: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/checkout-session/:id',
    summary: 'Get the status of a checkout. Only for the person who started it.',
    auth: { kind: 'cloud' },
    params: z.object({ id: z.string() }),
    response: CheckoutSession,
    errors: ['entity.not_found'],
  }),
  cancel: endpoint({
    ...cloud,
    method: 'DELETE',
    path: '/api/tenants/:id/subscription',
    summary: 'Switch to the free plan immediately. The payment for the rest of the period is refunded.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params: ofTenant,
    errors: [
      'subscription.quota_in_use',
      'tenant.max_free_tenants',
      'checkout.plan_not_available',
      'payments.provider_unavailable',
    ],
  }),
  invoices: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/invoices',
    summary: 'List invoices of a tenant, newest first.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params: ofTenant,
    query: PageQuery,
    paged: 'always',
    response: z.array(Invoice),
  }),
  invoicePdf: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/invoices/:invoiceId/pdf',
    summary: 'Get an invoice as a PDF file.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params: z.object({ id: z.string(), invoiceId: z.string() }),
    file: ['application/pdf'],
    errors: ['entity.not_found', 'payments.provider_unavailable'],
  }),
  portal: endpoint({
    ...cloud,
    method: 'POST',
    path: '/api/tenants/:id/stripe-customer-portal',
    summary: 'Get the URL to manage payment methods and pay open invoices.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params: ofTenant,
    body: z.strictObject({ callbackUrl: address }),
    response: z.object({ redirectUri: z.string() }),
    errors: [
      'checkout.invalid_callback',
      'entity.not_found',
      'payments.not_configured',
      'payments.provider_unavailable',
    ],
  }),
  webhook: endpoint({
    ...cloud,
    method: 'POST',
    path: '/api/payments/webhook',
    summary: 'Receive signed events of the payment provider. Each event is processed once.',
    auth: { kind: 'none' },
    rawBody: ['application/json'],
    response: z.object({ received: z.literal(true) }),
    errors: ['payments.invalid_signature', 'payments.provider_unavailable'],
  }),
} as const;
