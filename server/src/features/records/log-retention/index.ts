import type { Feature } from '#platform/app';
import { forgettingOf, stopForgetting } from './forget.ts';

/** Entries of the audit trail go when they are older than the plan of their tenant keeps them. */
export const logRetention: Feature = {
  name: 'log-retention',
  jobs: [
    {
      name: 'log-retention.forget',
      everySeconds: 3600,
      inRegions: true,
      run: async (_db, app, region) => forgettingOf(app, region).wake(),
    },
  ],
  stop: stopForgetting,
};
