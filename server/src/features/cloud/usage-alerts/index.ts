import type { Feature } from '#platform/app';
import { sendAlert } from './send.ts';
import { alertQueue, insertAlerts } from './store.ts';

/** Warns the administrators of a tenant by mail before the plan is used up, and when it is. */
export const usageAlerts: Feature = {
  name: 'usage-alerts',
  jobs: [{ name: 'usage-alerts.find', everySeconds: 60, run: insertAlerts }],
  queues: [{ queue: alertQueue, maxAttempts: 8, firstPauseSeconds: 20, run: sendAlert }],
};
