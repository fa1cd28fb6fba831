import type { Feature } from '#platform/app';
import { closeLogs, createLogBuffers } from './record.ts';
import { maintainPartitions } from './retention.store.ts';
import { auditRoutes } from './routes.ts';
import { abandonVerification, runVerification, verificationQueue } from './verify-in-background.ts';
import { insertLogs } from './write.store.ts';

export { listLoggedTenants, resealChains } from './chain.store.ts';
export { countAll, countLimit, totalOf } from './limit-count.ts';
export { logRetention } from './log-retention.ts';
export { messageLogFamily } from './place-on-timeline.ts';
export { readTimes, type TimeRange } from './read-times.ts';
export { flushLogs, recordLog, writeLog } from './record.ts';
export { deleteLogsBefore } from './retention.store.ts';
export { inTime } from './store.ts';
export { streamJob, streamQueue } from './stream-job.ts';
export { countTimeline, listTimeline, type TimelineRow } from './timeline.store.ts';
export { type Expected, type Finding, type Verification, verifyLogs } from './verify.ts';
export type { LogOwner } from './write.store.ts';

export const audit: Feature = {
  name: 'audit',
  tenantRoutes: auditRoutes,
  subscribers: [{ name: 'audit', handle: insertLogs }],
  queues: [
    { queue: verificationQueue, perTenant: 1, maxAttempts: 3, run: runVerification, onEnd: abandonVerification },
  ],
  jobs: [{ name: 'audit.partitions', everySeconds: 3600, run: maintainPartitions }],
  start: async (app) => createLogBuffers(app),
  stop: closeLogs,
};
