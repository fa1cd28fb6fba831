import type { Feature } from '#platform/app';
import { sendAlert } from './send.ts';
import { alertQueue, insertAlerts } from './store.ts';

/** Warns the administrators of a tenant by email before and when a limit of the plan is reached. */
export const usageAlerts: Feature = {
  name: 'usage-alerts',
  jobs: [{ name: 'usage-alerts.find', everySeconds: 60, run: insertAlerts }],
  queues: [{ queue: alertQueue, maxAttempts: 8, firstPauseSeconds: 20, run: sendAlert }],
};
