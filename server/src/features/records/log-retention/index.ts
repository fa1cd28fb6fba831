import type { Feature } from '#platform/app';
import { forgetOldLogs } from './forget.ts';

/** Deletes audit log entries that are older than the retention of their tenant's plan. */
export const logRetention: Feature = {
  name: 'log-retention',
  queues: [{ queue: 'log-retention.forget', everySeconds: 3600, maxAttempts: 1, inRegions: true, run: forgetOldLogs }],
};
