import { newDevicesApi } from '@postern/contracts/sign-in/new-devices';
import type { Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { mailNewDevice, mailQueue } from './announce.ts';
import { inspectDevice, reportDevice } from './report.ts';
import { deleteOldNotices } from './store.ts';

export { announceNewDevice } from './announce.ts';

export const newDevices: Feature = {
  name: 'new-devices',
  tenantRoutes: (scope) => {
    route(scope, newDevicesApi.inspect, { respond: ({ body, ...place }) => inspectDevice(place, body.token) });
    route(scope, newDevicesApi.report, { respond: ({ body, ...place }) => reportDevice(place, body.token) });
  },
  queues: [{ queue: mailQueue, isOutbound: true, perTenant: 4, maxAttempts: 5, run: mailNewDevice }],
  jobs: [{ name: 'new-devices.forget-notices', everySeconds: 3600, run: deleteOldNotices }],
};
