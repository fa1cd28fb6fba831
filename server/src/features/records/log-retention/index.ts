import type { Feature } from '#platform/app';
import { forgetOldLogs } from './forget.ts';

/** Entries of the audit trail go when they are older than the plan of their tenant keeps them. */
export const logRetention: Feature = {
  name: 'log-retention',
  queues: [{ queue: 'log-retention.forget', everySeconds: 3600, maxAttempts: 1, inRegions: true, run: forgetOldLogs }],
};
