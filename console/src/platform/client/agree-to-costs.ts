import type { CostsNotAgreed } from '@postern/contracts/cloud/plans';
import { Declined, RequestError } from './request-error.ts';

type Ask = (costs: CostsNotAgreed) => Promise<boolean>;

const asked = new Set<Ask>();

/** Registers a feature that asks people whether they agree to costs; returns a function that removes it. */
export function askForCosts(ask: Ask): () => void {
  asked.add(ask);
  return () => void asked.delete(ask);
}

const costsOf = (error: unknown) =>
  error instanceof RequestError && error.code === 'subscription.costs_not_agreed'
    ? // The server sends the amounts with this code.
      (error.body?.data as CostsNotAgreed)
    : undefined;

/** Sends a request. If it adds to the bill, asks first and sends it again with the amount that the person agreed to. */
export async function sendAgreed<T>(send: (agreed?: number) => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const [costs, [ask]] = [costsOf(error), asked];
    if (!costs || !ask) {
      throw error;
    }
    if (!(await ask(costs))) {
      throw new Declined();
    }
    return send(costs.amount);
  }
}
