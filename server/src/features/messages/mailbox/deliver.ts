import type { App } from '#platform/app';
import { insertMessage, type NewMessage } from './store.ts';

/** Whether messages without a connector are kept here. In production they must fail instead. */
export const hasMailbox = (app: App) => !app.config.isProduction;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

type Delivery = Omit<NewMessage, 'code' | 'link'> & { payload: Record<string, unknown> };

/** Keeps a message for whoever develops, who also reads its code in the log. */
export async function deliverToMailbox(app: App, tenantId: string, { payload, ...message }: Delivery): Promise<void> {
  const [code, link] = [textOf(payload.code), textOf(payload.link)];
  await app.tenancy.write(tenantId, (db) => insertMessage(db, { ...message, code, link }));
  // The link of a notice is valid for days and can take an account back, so it is not logged.
  const shown = payload.notice === undefined ? link : null;
  // In the sentence and not as fields: the log hides fields with such names, and here they are the point.
  app.log.info(
    { tenantId, type: message.templateType },
    `mailbox: ${message.kind} to ${message.recipient}${code ? `, code ${code}` : ''}${shown ? `, link ${shown}` : ''}`,
  );
}
