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
    summary: 'Begin to pay for a plan. A tenant has one open session; asking again answers with it.',
    // For an existing tenant, an organization token of that tenant is enough.
    auth: { kind: 'cloud', orTenant: 'manage:tenant' },
    body: CreateCheckoutSession,
    response: z.object({ redirectUri: z.string(), sessionId: z.string() }),
    errors: [
      'entity.not_found',
      'auth.forbidden',
      'checkout.invalid_callback',
      'checkout.plan_not_available',
      'checkout.already_subscribed',
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
    summary: 'How far a payment got. Only for whoever began it.',
    auth: { kind: 'cloud' },
    params: z.object({ id: z.string() }),
    response: CheckoutSession,
    errors: ['entity.not_found'],
  }),
  cancel: endpoint({
    ...cloud,
    method: 'DELETE',
    path: '/api/tenants/:id/subscription',
    summary: 'Back to the free plan at once; what was paid for the rest of the period is given back.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: ofTenant,
    errors: ['subscription.quota_in_use', 'checkout.plan_not_available', 'payments.provider_unavailable'],
  }),
  invoices: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/invoices',
    summary: 'Invoices of a tenant, newest first.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: ofTenant,
    query: PageQuery,
    paged: 'always',
    response: z.array(Invoice),
  }),
  invoicePdf: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/invoices/:invoiceId/pdf',
    summary: 'An invoice to print or to file.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: z.object({ id: z.string(), invoiceId: z.string() }),
    file: ['application/pdf'],
    errors: ['entity.not_found', 'payments.provider_unavailable'],
  }),
  portal: endpoint({
    ...cloud,
    method: 'POST',
    path: '/api/tenants/:id/stripe-customer-portal',
    summary: 'Where to change the card and pay what is open.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
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
    summary: 'What the payment provider tells, signed. Each event counts once.',
    auth: { kind: 'none' },
    rawBody: ['application/json'],
    response: z.object({ received: z.literal(true) }),
    errors: ['payments.invalid_signature', 'payments.provider_unavailable'],
  }),
} as const;
