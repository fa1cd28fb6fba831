import { type Connection, isGone } from './connect.ts';

/** Ends immediately. A subscription that has already ended does not change. */
export function cancelSubscription(
  connection: Connection,
  subscription: string,
  { isPaid, replacedBy }: { isPaid: boolean; replacedBy?: string },
): Promise<void> {
  return connection.ask(async ({ subscriptions }) => {
    try {
      if (replacedBy) {
        await subscriptions.update(subscription, { metadata: { replacedBy } });
      }
      await subscriptions.cancel(subscription, { prorate: isPaid, invoice_now: isPaid });
    } catch (error) {
      if (!isGone(error)) {
        throw error;
      }
    }
  });
}
