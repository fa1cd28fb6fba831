import type { Feature } from '#platform/app';
import { mailboxRoutes } from './routes.ts';
import { purgeMessages } from './store.ts';

export { deliverToMailbox, hasMailbox } from './deliver.ts';

export const mailbox: Feature = {
  name: 'mailbox',
  tenantRoutes: mailboxRoutes,
  jobs: [{ name: 'mailbox.clean', everySeconds: 600, run: purgeMessages }],
};
