import { adminTenantId } from '@postern/contracts/wire';
import { sendMessage } from '#features/messages/connectors';
import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';
import { composeMail } from './compose-mail.ts';
import { findFacts, findRecipient, type TenantMail } from './store.ts';

/** Sends one mail to one person. */
export async function sendMail({ payload }: Pick<Job, 'payload'>, app: App): Promise<undefined> {
  // Only enqueueMails adds jobs to this queue.
  const mail = payload as TenantMail;
  const { tenantId, recipientId, reference, tenantName } = mail;
  const [recipient, facts] = await app.tenancy.system(async (db) => [
    await findRecipient(db, recipientId),
    tenantName === undefined ? await findFacts(db, tenantId, reference) : { tenantName, invoices: [] },
  ]);
  if (!recipient || !facts) {
    return;
  }
  const { adminEndpoint } = app.config;
  const pages = { receipt: '/tenant-settings/billing-history', failed: '/tenant-settings/billing-history' } as const;
  const page = mail.kind === 'receipt' || mail.kind === 'failed' ? pages[mail.kind] : '';
  const link = mail.kind === 'removed' ? adminEndpoint : `${adminEndpoint}/${tenantId}${page}`;
  const message = composeMail(mail, facts, recipient.language, link);
  await sendMessage(app, adminTenantId, { kind: 'Email', to: recipient.email, type: 'Generic', payload: message });
}
