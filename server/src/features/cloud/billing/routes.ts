import { billingApi, type CheckoutSession } from '@postern/contracts/cloud/billing';
import { scopes, tenantOrganizationId } from '@postern/contracts/wire';
import { requireAffordable } from '#features/cloud/plans';
import type { App } from '#platform/app';
import { allows, type Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import { beginCheckout } from './begin-checkout.ts';
import { cancelSubscription } from './cancel.ts';
import { providerOf } from './choose-provider.ts';
import { findInvoice, listInvoices } from './invoices.store.ts';
import phrases from './phrases.en.json' with { type: 'json' };
import { receiveEvents } from './receive-events.ts';
import { sendInvoice } from './send-invoice.ts';
import { findSession, type SessionRow } from './sessions.store.ts';
import { findCustomer } from './store.ts';
import { translateLines } from './translate-lines.ts';

/** Only redirects to the console: paying users trust the return address. */
function requireConsole(app: App, address: string): void {
  const url = new URL(address);
  if (url.origin !== app.config.adminEndpoint || url.username || url.password) {
    throw new AppError('checkout.invalid_callback');
  }
}

/** Who may pay for a tenant: a token of that tenant, or a person who manages it with their own token. */
async function requireBuyer(app: App, caller: Caller, tenantId: string | undefined): Promise<void> {
  if (tenantId === undefined) {
    if (caller.tenantId !== undefined || !caller.scopes.has(scopes.createTenant)) {
      throw new AppError('auth.forbidden');
    }
    return;
  }
  if (caller.tenantId !== undefined) {
    if (caller.tenantId !== tenantId) {
      throw new AppError('entity.not_found');
    }
    return;
  }
  const live = await app.tokens.organizationScopes(tenantOrganizationId(tenantId), caller.subject);
  if (!live) {
    throw new AppError('entity.not_found');
  }
  if (!allows(live, 'manage:billing')) {
    throw new AppError('auth.forbidden');
  }
}

const toSession = ({ id, status, tenantId, skuId, createdAt }: SessionRow): CheckoutSession => ({
  sessionId: id,
  status,
  tenantId,
  skuId,
  createdAt: new Date(createdAt).toISOString(),
});

const maxEventBytes = 1024 * 1024;

/** The signature covers the raw bytes. */
function acceptRawJson(scope: Scope, mount: (inner: Scope) => void): void {
  scope.server.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: maxEventBytes },
      (_request, body, done) => done(null, body),
    );
    mount({ ...scope, server });
  });
}

function checkoutRoutes(scope: Scope): void {
  route(scope, billingApi.checkout, {
    respond: async ({ app, caller, body }) => {
      await requireBuyer(app, caller, body.tenantId);
      requireConsole(app, body.successCallbackUrl);
      if (body.tenantId !== undefined) {
        await requireAffordable(app, body.tenantId, body.skuId);
      }
      return beginCheckout(app, body, caller.subject);
    },
  });

  route(scope, billingApi.checkoutSession, {
    respond: async ({ app, caller, params: { id } }) => {
      const session = await app.tenancy.system((db) => findSession(db, id));
      if (session?.ownerId !== caller.subject) {
        throw new AppError('entity.not_found');
      }
      return toSession(session);
    },
  });

  // The return address given to providers. The console may change the final target while a session is open.
  scope.server.get<{ Params: { id: string } }>('/checkout-return/:id', async (request, reply) => {
    const session = await scope.app.tenancy.system((db) => findSession(db, request.params.id));
    return reply.header('cache-control', 'no-store').redirect(session?.successUrl ?? '/', 303);
  });
}

export function billingRoutes(scope: Scope): void {
  checkoutRoutes(scope);

  route(scope, billingApi.cancel, {
    respond: ({ app, params: { id }, caller }) => cancelSubscription(app, id, caller.subject),
  });

  route(scope, billingApi.invoices, {
    respond: async ({ app, params: { id }, page, total, languages }) => {
      const listed = await app.tenancy.system((db) => listInvoices(db, id, page ?? { limit: 20, offset: 0 }));
      total(listed.total);
      const say = textsIn(serverLanguage(languages), 'cloud.billing', phrases);
      return listed.invoices.map((invoice) => ({ ...invoice, lines: translateLines(say, invoice.lines) }));
    },
  });

  route(scope, billingApi.invoicePdf, {
    send: async ({ app, params: { id, invoiceId }, languages }) => {
      const found = await app.tenancy.system((db) => findInvoice(db, id, invoiceId));
      if (!found) {
        throw new AppError('entity.not_found');
      }
      return sendInvoice(app, id, found, languages);
    },
  });

  route(scope, billingApi.portal, {
    respond: async ({ app, params: { id }, body: { callbackUrl } }) => {
      requireConsole(app, callbackUrl);
      const provider = providerOf(app);
      const customer = await app.tenancy.system((db) => findCustomer(db, id, provider.name));
      if (!customer) {
        throw new AppError('entity.not_found');
      }
      return { redirectUri: await provider.openPortal(customer.customer, callbackUrl) };
    },
  });

  acceptRawJson(scope, (inner) => {
    route(inner, billingApi.webhook, {
      respond: async ({ app, request }) => {
        const { body } = request;
        await receiveEvents(app, Buffer.isBuffer(body) ? body : Buffer.alloc(0), request.headers);
        return { received: true as const };
      },
    });
  });
}
