import type { App } from '#platform/app';
import { insertMessage, type NewMessage } from './store.ts';

/** Whether messages without a connector are stored here. In production they must fail instead. */
export const hasMailbox = (app: App) => !app.config.isProduction;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

type Delivery = Omit<NewMessage, 'code' | 'link'> & { payload: Record<string, unknown> };

/** Stores a message for developers. Its code is also logged. */
export async function deliverToMailbox(app: App, tenantId: string, { payload, ...message }: Delivery): Promise<void> {
  const [code, link] = [textOf(payload.code), textOf(payload.link)];
  await app.tenancy.write(tenantId, (db) => insertMessage(db, { ...message, code, link }));
  // The link of a notice is valid for days and can restore an account, so it is not logged.
  const shown = payload.notice === undefined ? link : null;
  // In the message and not as fields: the log redacts fields with such names, but here they are needed.
  app.log.info(
    { tenantId, type: message.templateType },
    `mailbox: ${message.kind} to ${message.recipient}${code ? `, code ${code}` : ''}${shown ? `, link ${shown}` : ''}`,
  );
}
