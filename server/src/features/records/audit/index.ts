import type { Feature } from '#platform/app';
import { closeLogs, createLogBuffers } from './record.ts';
import { auditRoutes } from './routes.ts';
import { createPartitions, insertLogs } from './store.ts';

export { messageLogFamily } from './place-on-timeline.ts';
export { flushLogs, recordLog, writeLog } from './record.ts';
export { deleteLogsBefore, type LogOwner } from './store.ts';
export { countTimeline, listTimeline, type TimelineRow } from './timeline.store.ts';

export const audit: Feature = {
  name: 'audit',
  tenantRoutes: auditRoutes,
  subscribers: [{ name: 'audit', handle: insertLogs }],
  jobs: [{ name: 'audit.partitions', everySeconds: 3600, run: createPartitions }],
  start: async (app) => createLogBuffers(app),
  stop: closeLogs,
};
