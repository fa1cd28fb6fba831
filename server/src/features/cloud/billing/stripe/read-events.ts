import { z } from 'zod';
import { AppError } from '#platform/http/errors';
import type { PaymentEvent, SignedEvent } from '../provider.ts';
import { cancelSubscription } from './change-subscription.ts';
import type { Connection, StripeSettings } from './connect.ts';
import { progressOf as progressOfInvoice, StripeInvoice, StripeLines, toInvoiceEvent } from './read-invoice.ts';
import {
  metadata,
  progressOf as progressOfSubscription,
  reference,
  StripeSubscription,
  toSubscriptionEvent,
} from './read-subscription.ts';

type Settings = Pick<StripeSettings, 'webhookSecret' | 'skuOfPrice' | 'log'>;
type Headers = Record<string, string | string[] | undefined>;

/**
 * The format of the payload depends on the API version of the endpoint, which the operator chooses, so it is parsed.
 */
const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});
type Envelope = z.infer<typeof Envelope>;

const StripeCheckout = z.object({
  id: z.string(),
  payment_status: z.string(),
  customer: reference.nullish(),
  subscription: reference.nullish(),
  metadata,
});

const withinSeconds = 300;

async function verify(connection: Connection, secret: string, body: Buffer, headers: Headers): Promise<unknown> {
  const signature = headers['stripe-signature'];
  const { webhooks } = await connection.load();
  try {
    return await webhooks.constructEventAsync(
      body,
      typeof signature === 'string' ? signature : '',
      secret,
      withinSeconds,
    );
  } catch {
    // Do not reveal which part was wrong.
    throw new AppError('payments.invalid_signature');
  }
}

/** The SDK returns its own number types; converts them to the JSON format of events. */
const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

export function createReader(connection: Connection, { webhookSecret, skuOfPrice, log }: Settings) {
  async function readInvoice(object: unknown): Promise<{ event: PaymentEvent | undefined; progress: number }> {
    const invoice = StripeInvoice.parse(object);
    const lines = invoice.lines.has_more
      ? await connection.ask((stripe) =>
          stripe.invoices.listLineItems(invoice.id, { limit: 100 }).autoPagingToArray({ limit: 250 }),
        )
      : undefined;
    return {
      event: toInvoiceEvent(invoice, lines ? StripeLines.parse(plain(lines)) : invoice.lines.data),
      progress: progressOfInvoice(invoice),
    };
  }

  async function readSubscription(object: unknown) {
    const subscription = StripeSubscription.parse(object);
    return {
      event: await toSubscriptionEvent(subscription, skuOfPrice),
      progress: progressOfSubscription(subscription),
    };
  }

  function sign({ id, created }: Envelope, part: string, event: PaymentEvent | undefined, progress = 0): SignedEvent[] {
    const at = new Date(created * 1000 + progress);
    return event ? [{ id: part ? `${id}/${part}` : id, at, event }] : [];
  }

  /**
   * Earlier events may have arrived before the owner of the subscription was known, so their state is reported again.
   */
  async function readCurrent(envelope: Envelope, id: string): Promise<SignedEvent[]> {
    const current = await connection.ask((stripe) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
    const subscription = await readSubscription(plain(current));
    const invoice =
      current.latest_invoice && typeof current.latest_invoice === 'object'
        ? await readInvoice(plain(current.latest_invoice))
        : undefined;
    return [
      ...sign(envelope, 'subscription', subscription.event, subscription.progress),
      ...(invoice ? sign(envelope, 'invoice', invoice.event, invoice.progress) : []),
    ];
  }

  async function readCheckout(envelope: Envelope): Promise<SignedEvent[]> {
    const session = StripeCheckout.parse(envelope.data.object);
    // Not client_reference_id: on a payment link of the same account, the payer chooses it.
    const sessionId = session.metadata?.sessionId;
    if (!sessionId) {
      return [];
    }
    const subscription = session.subscription ?? null;
    const checkoutEvents = (status: 'complete' | 'expired'): SignedEvent[] =>
      sign(envelope, '', { kind: 'checkout', sessionId, status, customer: session.customer ?? null, subscription });
    if (envelope.type === 'checkout.session.expired') {
      return checkoutEvents('expired');
    }
    if (envelope.type === 'checkout.session.async_payment_failed') {
      // Nothing was paid, so nothing is refunded; ends the subscription so that nothing is collected later.
      await (subscription && cancelSubscription(connection, subscription));
      return checkoutEvents('expired');
    }
    // A debit that takes days: another event reports its result.
    if (envelope.type === 'checkout.session.completed' && session.payment_status === 'unpaid') {
      return [];
    }
    const replaced = session.metadata?.replaces;
    // Before the event is stored: if this fails, Stripe resends the event, and ending twice is harmless.
    await (replaced && cancelSubscription(connection, replaced, { replacedBy: sessionId }));
    return [...checkoutEvents('complete'), ...(subscription ? await readCurrent(envelope, subscription) : [])];
  }

  async function readEnvelope(envelope: Envelope): Promise<SignedEvent[]> {
    const { type, data } = envelope;
    if (/^checkout\.session\.(completed|expired|async_payment_(succeeded|failed))$/.test(type)) {
      return readCheckout(envelope);
    }
    if (/^customer\.subscription\.(created|updated|deleted)$/.test(type)) {
      const { event, progress } = await readSubscription(data.object);
      return sign(envelope, '', event, progress);
    }
    if (/^invoice\.(created|finalized|paid|payment_failed|voided|marked_uncollectible|updated)$/.test(type)) {
      const { event, progress } = await readInvoice(data.object);
      return sign(envelope, '', event, progress);
    }
    return [];
  }

  return async function readEvents(body: Buffer, headers: Headers): Promise<SignedEvent[]> {
    const event = await verify(connection, webhookSecret, body, headers);
    try {
      const envelope = Envelope.parse(event);
      // Events of connected accounts are not about our customers.
      return envelope.account ? [] : await readEnvelope(envelope);
    } catch (error) {
      if (!(error instanceof z.ZodError)) {
        throw error;
      }
      // Rejected so that Stripe resends it: nothing is lost until a release can read it.
      log.error(
        { issues: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) },
        'unknown Stripe event',
      );
      throw new AppError('payments.provider_unavailable');
    }
  };
}
