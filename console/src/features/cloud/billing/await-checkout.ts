import type { CheckoutSession } from '@postern/contracts/cloud/billing';

const askEvery = 1000;
const giveUpAfter = 10_000;

export type PaidCheckout = CheckoutSession & { tenantId: string };

export type CheckoutSource = {
  session: () => Promise<CheckoutSession>;
  subscription: (tenantId: string) => Promise<{ planId: string }>;
};

/** Paid, and the tenant has the plan: both are required. */
async function findPaid({ session: readSession, subscription: readSubscription }: CheckoutSource) {
  const session = await readSession();
  const { status, tenantId, skuId } = session;
  if (status !== 'complete' || tenantId === null) {
    return undefined;
  }
  const { planId } = await readSubscription(tenantId);
  return planId === skuId ? { ...session, tenantId } : undefined;
}

/** Polls every second until a payment arrives; undefined after ten seconds or when aborted. */
export function awaitCheckout(source: CheckoutSource, signal: AbortSignal): Promise<PaidCheckout | undefined> {
  return new Promise((resolve) => {
    let isAsking = false;
    const end = (paid?: PaidCheckout) => {
      clearInterval(timer);
      clearTimeout(limit);
      resolve(paid);
    };
    const ask = async () => {
      if (isAsking) {
        return;
      }
      isAsking = true;
      // A failed request is retried after a second: the provider may be ahead of us, or the network failed.
      const paid = await findPaid(source).catch(() => undefined);
      isAsking = false;
      if (paid) {
        end(paid);
      }
    };
    const timer = setInterval(() => void ask(), askEvery);
    const limit = setTimeout(end, giveUpAfter);
    signal.addEventListener('abort', () => end(), { once: true });
    void ask();
  });
}

/** A URL inside the console, or undefined: a stored value must not redirect people elsewhere. */
export function ownAddress(page: string | undefined, origin = location.origin): URL | undefined {
  if (!page?.startsWith('/') || !URL.canParse(page, origin)) {
    return undefined;
  }
  const address = new URL(page, origin);
  return address.origin === origin ? address : undefined;
}
