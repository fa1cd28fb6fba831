import type { Feature } from '#platform/app';
import { handOut } from './choose-mails.ts';
import { sendMail } from './send.ts';
import { mailQueue } from './store.ts';

/** Emails to those who manage or pay for a tenant: receipts, failed payments, suspension and removal. */
export const tenantMails: Feature = {
  name: 'tenant-mails',
  subscribers: [{ name: 'tenant-mails', handle: handOut }],
  queues: [{ queue: mailQueue, maxAttempts: 8, firstPauseSeconds: 20, run: sendMail }],
};
