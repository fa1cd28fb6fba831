import { streamQueue } from '#features/records/audit';
import type { Feature } from '#platform/app';
import { sendStream, sweepStreams } from './deliver.ts';
import { logStreamRoutes } from './routes.ts';
import { sealedSecrets } from './target.ts';

export const logStreams: Feature = {
  name: 'log-streams',
  sealed: [sealedSecrets],
  tenantRoutes: logStreamRoutes,
  // Failed requests are not failed jobs: attempts are counted per stream.
  queues: [{ queue: streamQueue, isOutbound: true, perTenant: 2, run: sendStream }],
  jobs: [{ name: 'log-streams.sweep', everySeconds: 300, run: sweepStreams }],
};
