import { AppError } from '#platform/errors';
import type { Connection } from './connect.ts';

const patienceMs = 30_000;
const mostRedirects = 3;

/** A draft has no PDF yet. Stripe returns the address, so each redirect is checked like any external address. */
export async function readPdf(connection: Connection, invoiceId: string): Promise<ReadableStream | undefined> {
  const { invoice_pdf: address } = await connection.ask((stripe) => stripe.invoices.retrieve(invoiceId));
  const signal = AbortSignal.timeout(patienceMs);
  let url = address;
  for (let hop = 0; url && hop <= mostRedirects; hop += 1) {
    const response = await connection
      .egressFor(url)
      .fetch(url, { signal })
      .catch(() => undefined);
    const location = response?.headers.get('location');
    if (response?.ok && response.body) {
      return response.body;
    }
    await response?.body?.cancel();
    url = location && URL.canParse(location, url) ? new URL(location, url).href : undefined;
  }
  if (!address) {
    return undefined;
  }
  throw new AppError('payments.provider_unavailable');
}
