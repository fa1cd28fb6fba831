import { type Connection, isGone } from './connect.ts';

/** Ends at once. One that has ended already stays as it is. */
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
