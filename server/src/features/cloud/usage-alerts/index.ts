import type { Feature } from '#platform/app';
import { alertsOf } from './send.ts';
import { insertAlerts } from './store.ts';

/** Warns the administrators of a tenant by mail before the plan is used up, and when it is. */
export const usageAlerts: Feature = {
  name: 'usage-alerts',
  jobs: [{ name: 'usage-alerts.find', everySeconds: 60, run: async (db) => void (await insertAlerts(db)) }],
  wakes: [{ everySeconds: 10, wake: (app) => alertsOf(app).wake() }],
  stop: (app) => alertsOf(app).stop(),
};
