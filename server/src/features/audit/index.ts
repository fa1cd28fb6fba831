import type { Feature } from '#platform/app';
import { closeLogs } from './record.ts';
import { auditRoutes } from './routes.ts';
import { createPartitions, insertLogs } from './store.ts';

export { flushLogs, recordLog } from './record.ts';

export const audit: Feature = {
  name: 'audit',
  tenantRoutes: auditRoutes,
  subscribers: [{ name: 'audit', handle: insertLogs }],
  jobs: [{ name: 'audit.partitions', everySeconds: 3600, run: createPartitions }],
  stop: closeLogs,
};
