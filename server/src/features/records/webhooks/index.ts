import type { Feature } from '#platform/app';
import { deliver, onDeliverEnd, sweep } from './deliver.ts';
import { webhookRoutes } from './routes.ts';
import { deliverQueue, handOut } from './subscribe.ts';

export { signatureHeaders } from './sign.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  tenantRoutes: webhookRoutes,
  subscribers: [{ name: 'webhooks', handle: handOut }],
  // Failed requests are not failed jobs: attempts are counted per delivery.
  queues: [{ queue: deliverQueue, isOutbound: true, perTenant: 2, run: deliver, onEnd: onDeliverEnd }],
  jobs: [{ name: 'webhooks.sweep', everySeconds: 300, run: sweep }],
};
