import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { languagesOf } from '#platform/http/http';
import type { Scope } from '#platform/http/route';
import { checkBilling, checkCard, type GivenCard } from './check-form.ts';
import { type PortalNotice, sendFramed, showCheckout, showGone, showOver, showPortal } from './pages.ts';
import { payCheckout, previewSettlement } from './pay.ts';
import { phrasesFor } from './phrases.ts';
import { payInvoice } from './renew.ts';
import { findCheckout, findLocalCustomer, findPortal, saveBilling, saveCustomerCard } from './store.ts';
import { listLocalInvoices } from './subscriptions.store.ts';

const maxForm = 4096;
const checkoutPath = '/payment-sandbox/checkout/:token';
const portalPath = '/payment-sandbox/portal/:token';

type ByToken = { Params: { token: string } };

const phrasesOf = (request: FastifyRequest) => phrasesFor(languagesOf(request));

const formOf = ({ body }: FastifyRequest) => new URLSearchParams(typeof body === 'string' ? body : '');

function cardOf(request: FastifyRequest): GivenCard {
  const form = formOf(request);
  return { number: form.get('number') ?? '', expiry: form.get('expiry') ?? '', cvc: form.get('cvc') ?? '' };
}

/** Accepts these forms from pages of this origin only, in addition to the secret in the path. */
function requireOwnPage(app: App, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== app.config.adminEndpoint || (site !== undefined && site !== 'same-origin')) {
    throw new AppError('auth.forbidden');
  }
}

async function readCheckout(app: App, token: string) {
  const { checkout, customer } = await app.tenancy.system(async (db) => {
    const found = await findCheckout(db, token);
    return { checkout: found, customer: found?.customer ? await findLocalCustomer(db, found.customer) : undefined };
  });
  return (
    checkout && {
      checkout,
      credit: await previewSettlement(app, checkout),
      billing: customer?.billing ?? { name: checkout.tenantName, address: [], taxId: null },
    }
  );
}

/** What was entered, so that a problem with the card does not lose it. */
function enteredBilling(form: URLSearchParams) {
  const read = (name: string) => form.get(name) ?? '';
  return { name: read('name'), address: read('address').split('\n'), country: read('country'), taxId: read('taxId') };
}

function mountCheckout(app: App, server: FastifyInstance): void {
  server.get<ByToken>(checkoutPath, async (request, reply) => {
    const found = await readCheckout(app, request.params.token);
    const speech = phrasesOf(request);
    if (!found) {
      return sendFramed(reply, showGone(speech));
    }
    const { checkout } = found;
    if (checkout.status === 'complete') {
      return reply.header('cache-control', 'no-store').redirect(checkout.successUrl, 303);
    }
    const isOver = checkout.status === 'expired' || checkout.expiresAt <= Date.now();
    return sendFramed(reply, isOver ? showOver(speech, checkout) : showCheckout(speech, found));
  });

  server.post<ByToken>(checkoutPath, async (request, reply) => {
    requireOwnPage(app, request);
    const { token } = request.params;
    const billed = checkBilling(formOf(request));
    const { checkout, problem } = await payCheckout(app, token, { card: cardOf(request), billed });
    const speech = phrasesOf(request);
    if (!checkout) {
      return sendFramed(reply, showGone(speech));
    }
    if (problem === 'over') {
      return sendFramed(reply, showOver(speech, checkout));
    }
    if (!problem) {
      return reply.header('cache-control', 'no-store').redirect(checkout.successUrl, 303);
    }
    const found = await readCheckout(app, token);
    const billing = enteredBilling(formOf(request));
    return sendFramed(reply, found ? showCheckout(speech, { ...found, billing, problem }) : showGone(speech));
  });
}

function mountPortal(app: App, server: FastifyInstance): void {
  async function send(
    request: FastifyRequest<ByToken>,
    reply: FastifyReply,
    more: Pick<Parameters<typeof showPortal>[1], 'problem' | 'billingProblem' | 'notice'>,
  ) {
    const { token } = request.params;
    const speech = phrasesOf(request);
    const found = await app.tenancy.system(async (db) => {
      const portal = await findPortal(db, token);
      const customer = portal && (await findLocalCustomer(db, portal.customer));
      return (
        customer && {
          customer,
          invoices: await listLocalInvoices(db, customer.reference),
          returnUrl: portal.returnUrl,
        }
      );
    });
    if (!found) {
      return sendFramed(reply, showGone(speech));
    }
    const base = `/payment-sandbox/portal/${encodeURIComponent(token)}`;
    return sendFramed(reply, showPortal(speech, { base, ...found, ...more }));
  }

  const goBack = (reply: FastifyReply, token: string, notice: PortalNotice) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`/payment-sandbox/portal/${encodeURIComponent(token)}?said=${notice}`, 303);

  server.get<ByToken & { Querystring: { said?: string } }>(portalPath, (request, reply) => {
    const notice = (['saved', 'billingSaved', 'paid', 'notPaid'] as const).find((one) => one === request.query.said);
    return send(request, reply, { notice });
  });

  server.post<ByToken>(`${portalPath}/card`, async (request, reply) => {
    requireOwnPage(app, request);
    const checked = checkCard(cardOf(request));
    if ('problem' in checked) {
      return send(request, reply, { problem: checked.problem });
    }
    await app.tenancy.system(async (db) => {
      const portal = await findPortal(db, request.params.token);
      const customer = portal && (await findLocalCustomer(db, portal.customer));
      if (customer) {
        await saveCustomerCard(db, customer.reference, customer.name, checked.card);
      }
    });
    return goBack(reply, request.params.token, 'saved');
  });

  server.post<ByToken>(`${portalPath}/billing`, async (request, reply) => {
    requireOwnPage(app, request);
    const checked = checkBilling(formOf(request));
    if ('problem' in checked) {
      return send(request, reply, { billingProblem: checked.problem });
    }
    await app.tenancy.system(async (db) => {
      const portal = await findPortal(db, request.params.token);
      if (portal) {
        await saveBilling(db, portal.customer, checked.billing);
      }
    });
    return goBack(reply, request.params.token, 'billingSaved');
  });

  server.post<{ Params: { token: string; invoice: string } }>(
    `${portalPath}/invoices/:invoice`,
    async (request, reply) => {
      requireOwnPage(app, request);
      const { token, invoice } = request.params;
      const portal = await app.tenancy.system((db) => findPortal(db, token));
      const isPaid = portal !== undefined && (await payInvoice(app, portal.customer, invoice));
      return goBack(reply, token, isPaid ? 'paid' : 'notPaid');
    },
  );
}

/** The hosted sandbox pages, on the admin origin. */
export function localPages({ app, server: outer }: Scope): void {
  outer.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_request, body, done) => done(null, body),
    );
    mountCheckout(app, server);
    mountPortal(app, server);
  });
}
