import { adminTenantId } from '@postern/contracts/wire';
import type { Feature } from '#platform/app';
import { enqueue, installation } from '#platform/jobs/jobs';
import { connectProviders } from './connect-providers.ts';
import { offerEmail } from './offer-email.ts';

const offerQueue = 'console-sign-in.offer-email';

/** Sign-in to the console of the cloud edition: by email, by username, with the operator's providers. */
export const consoleSignIn: Feature = {
  name: 'console-sign-in',
  async start(app) {
    await offerEmail(app);
    await connectProviders(app);
  },
  // An operator may connect a mail provider at any time.
  subscribers: [
    {
      name: 'console-sign-in',
      handle: async (db, events) => {
        if (events.some(({ name, tenantId }) => tenantId === adminTenantId && name.startsWith('Connector.'))) {
          await enqueue(db, { queue: offerQueue, tenantId: installation, key: 'offer' });
        }
      },
    },
  ],
  queues: [{ queue: offerQueue, run: async (_job, app) => void (await offerEmail(app)) }],
};
