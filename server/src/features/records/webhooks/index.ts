import type { Feature } from '#platform/app';
import { deliver, deliverSilent, onDeliverEnd, sweep } from './deliver.ts';
import { webhookRoutes } from './routes.ts';
import { sealedHooks } from './seal-keys.ts';
import { deliverQueue, handOut, silentQueue } from './subscribe.ts';

export {
  announceLimitedGrants,
  announceLockout,
  announceRateLimited,
  announceUnusualSignIn,
  type InInteraction,
  type LockedTarget,
} from './announce.ts';
export { signatureHeaders } from './sign.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  sealed: sealedHooks,
  tenantRoutes: webhookRoutes,
  subscribers: [{ name: 'webhooks', handle: handOut }],
  // Failed requests are not failed jobs: attempts are counted per delivery.
  queues: [
    { queue: deliverQueue, isOutbound: true, perTenant: 4, run: deliver, onEnd: onDeliverEnd },
    { queue: silentQueue, isOutbound: true, perTenant: 1, run: deliverSilent, onEnd: onDeliverEnd },
  ],
  jobs: [{ name: 'webhooks.sweep', everySeconds: 300, run: sweep }],
};
