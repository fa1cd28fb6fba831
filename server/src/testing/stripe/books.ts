import { randomBytes } from 'node:crypto';
import type { FormOf, Path } from './forms.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, details: Record<string, unknown>) {
    super(String(details.message));
    this.status = status;
    this.details = details;
  }
}

type Session = { id: string; status: string; form: FormOf<'POST /v1/checkout/sessions'>; url: string };
type Item = { price: { id: string; metadata: object }; current_period_start: number; current_period_end: number };
type FakeSubscription = {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  metadata: Record<string, string>;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  items: { object: 'list'; data: Item[] };
  latest_invoice: string | null;
};
type Line = {
  id: string;
  amount: number;
  description: string;
  quantity: number;
  metadata: Record<string, string>;
  period: { start: number; end: number };
  pricing: { unit_amount_decimal: string };
};
type FakeInvoice = ReturnType<typeof invoiceOf>;
export type FakeEvent = { id: string; type: string; created: number; data: { object: unknown }; account?: string };

const mint = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;
const now = () => Math.floor(Date.now() / 1000);
const month = 30 * 86_400;

function missing(what: string, param: string): Refusal {
  return new Refusal(404, { code: 'resource_missing', param, message: `No such ${what}` });
}

function invoiceOf(url: string, { id: subscription, customer }: FakeSubscription, amount: number, start: number) {
  const id = mint('in');
  const line: Line = {
    id: mint('il'),
    amount,
    description: '1 × Pro (at $16.00 / month)',
    quantity: 1,
    metadata: {},
    period: { start, end: start + month },
    pricing: { unit_amount_decimal: String(amount) },
  };
  return {
    id,
    object: 'invoice' as const,
    customer,
    status: 'draft',
    billing_reason: 'subscription_create',
    amount_due: amount,
    amount_paid: 0,
    currency: 'usd',
    created: now(),
    due_date: null,
    period_start: start,
    period_end: start,
    invoice_pdf: null as string | null,
    pdf: `${url}/pdf/${id}`,
    parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } },
    lines: { object: 'list' as const, data: [line], has_more: false },
  };
}

/** The state of purchases. Events hold copies, so later changes do not affect them. */
export function createBooks(url: string) {
  const customers = new Set<string>();
  const prices = new Map<string, number>();
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, FakeSubscription>();
  const invoices = new Map<string, FakeInvoice>();
  const portals: string[] = [];

  const tell = (type: string, object: unknown): FakeEvent => ({
    id: mint('evt'),
    type,
    created: now(),
    data: { object: structuredClone(object) },
  });

  function get<T>(map: Map<string, T>, id: string, what: string): T {
    const found = map.get(id);
    if (!found) {
      throw missing(what, 'id');
    }
    return found;
  }

  function knownCustomer(id: string): string {
    if (!customers.has(id)) {
      throw new Refusal(400, { code: 'resource_missing', param: 'customer', message: `No such customer: ${id}` });
    }
    return id;
  }

  function openSession(form: Session['form']) {
    const line = form.line_items[0];
    if (form.customer) {
      knownCustomer(form.customer);
    }
    if (line.price && !prices.has(line.price)) {
      throw new Refusal(400, { code: 'resource_missing', param: 'line_items[0][price]', message: 'No such price' });
    }
    const id = mint('cs_test');
    sessions.set(id, { id, status: 'open', form, url: `${url}/pay/${id}` });
    return { id, object: 'checkout.session', status: 'open', url: `${url}/pay/${id}` };
  }

  function expire(id: string): Session {
    const session = get(sessions, id, 'checkout session');
    if (session.status !== 'open') {
      throw new Refusal(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
    }
    session.status = 'expired';
    return session;
  }

  function settle(invoice: FakeInvoice): FakeEvent[] {
    const created = tell('invoice.created', invoice);
    Object.assign(invoice, { status: 'open', invoice_pdf: invoice.pdf });
    const finalized = tell('invoice.finalized', invoice);
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due });
    return [created, finalized, tell('invoice.paid', invoice)];
  }

  /** Simulates a payment on the hosted page. */
  function pay(sessionId: string, paymentStatus = 'paid') {
    const session = get(sessions, sessionId, 'checkout session');
    if (session.status !== 'open') {
      throw new Error('Nobody can pay in a session that is not open.');
    }
    session.status = 'complete';
    const { form } = session;
    const customer = form.customer ?? mint('cus');
    customers.add(customer);
    const line = form.line_items[0];
    const start = now();
    const price = { id: line.price ?? mint('price'), metadata: {} };
    const subscription: FakeSubscription = {
      id: mint('sub'),
      object: 'subscription',
      customer,
      status: 'incomplete',
      metadata: form.subscription_data.metadata,
      cancel_at_period_end: false,
      cancel_at: null,
      items: { object: 'list', data: [{ price, current_period_start: start, current_period_end: start + month }] },
      latest_invoice: null,
    };
    subscriptions.set(subscription.id, subscription);
    const began = tell('customer.subscription.created', subscription);
    const amount = line.price ? (prices.get(line.price) ?? 0) : Number(line.price_data?.unit_amount);
    const invoice = invoiceOf(url, subscription, amount, start);
    invoices.set(invoice.id, invoice);
    const settled = paymentStatus === 'paid' ? settle(invoice) : [tell('invoice.created', invoice)];
    Object.assign(subscription, {
      latest_invoice: invoice.id,
      status: paymentStatus === 'paid' ? 'active' : 'incomplete',
    });
    const updated = tell('customer.subscription.updated', subscription);
    const checkout = {
      id: session.id,
      object: 'checkout.session',
      status: 'complete',
      payment_status: paymentStatus,
      customer,
      subscription: subscription.id,
      client_reference_id: form.client_reference_id,
      metadata: form.metadata,
    };
    const completed = tell('checkout.session.completed', checkout);
    return { customer, subscription, invoice, checkout, events: { began, settled, updated, completed } };
  }

  function cancel(id: string, { prorate }: { prorate: string }): FakeSubscription {
    const subscription = get(subscriptions, id, 'subscription');
    if (subscription.status === 'canceled') {
      throw missing('subscription', 'id');
    }
    subscription.status = 'canceled';
    if (prorate === 'true') {
      const credit = invoiceOf(url, subscription, -800, now());
      invoices.set(credit.id, credit);
      settle(credit);
    }
    return subscription;
  }

  function addItem(form: FormOf<'POST /v1/invoiceitems'>) {
    knownCustomer(form.customer);
    const item = { id: mint('ii'), object: 'invoiceitem', ...form };
    if (form.invoice) {
      const invoice = get(invoices, form.invoice, 'invoice');
      if (invoice.status !== 'draft') {
        throw new Refusal(400, { code: 'invoice_not_editable', message: 'Only drafts can be changed.' });
      }
      const amount = Number(form.amount);
      invoice.lines.data.push({
        id: mint('il'),
        amount,
        description: form.description,
        quantity: 1,
        metadata: form.metadata ?? {},
        period: { start: now(), end: now() },
        pricing: { unit_amount_decimal: form.amount },
      });
      invoice.amount_due += amount;
    }
    return item;
  }

  function readSubscription(id: string, isExpanded: boolean) {
    const subscription = get(subscriptions, id, 'subscription');
    const invoice = invoices.get(subscription.latest_invoice ?? '');
    return isExpanded ? { ...subscription, latest_invoice: invoice } : subscription;
  }

  /** The documented response to a validated form. */
  function answer(route: Path, id: string, form: FormOf<Path>): unknown {
    // Each form was validated by the schema of its route.
    const as = <P extends Path>(_route: P) => form as FormOf<P>;
    switch (route) {
      case 'POST /v1/checkout/sessions':
        return openSession(as(route));
      case 'GET /v1/checkout/sessions/:id':
        return get(sessions, id, 'checkout session');
      case 'POST /v1/checkout/sessions/:id/expire':
        return expire(id);
      case 'POST /v1/billing_portal/sessions':
        portals.push(knownCustomer(as(route).customer));
        return { id: mint('bps'), object: 'billing_portal.session', url: `${url}/portal/${portals.length}` };
      case 'GET /v1/subscriptions/:id':
        return readSubscription(id, as(route).expand !== undefined);
      case 'POST /v1/subscriptions/:id':
        return Object.assign(get(subscriptions, id, 'subscription').metadata, as(route).metadata);
      case 'DELETE /v1/subscriptions/:id':
        return cancel(id, as(route));
      case 'GET /v1/invoices/:id':
        return get(invoices, id, 'invoice');
      case 'GET /v1/invoices/:id/lines':
        return { ...get(invoices, id, 'invoice').lines, has_more: false };
      case 'POST /v1/invoiceitems':
        return addItem(as(route));
    }
  }

  /** Starts the next period, with an invoice that is still a draft. */
  function renew(subscriptionId: string) {
    const subscription = get(subscriptions, subscriptionId, 'subscription');
    const item = subscription.items.data[0];
    if (!item) {
      throw new Error('A subscription has an item.');
    }
    item.current_period_start = item.current_period_end;
    item.current_period_end += month;
    const invoice = invoiceOf(url, subscription, 1600, item.current_period_start);
    invoice.billing_reason = 'subscription_cycle';
    invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    return { subscription, invoice, updated: tell('customer.subscription.updated', subscription) };
  }

  return { customers, prices, sessions, subscriptions, invoices, answer, pay, expire, renew, settle, tell };
}
