import type { Feature } from '#platform/app';
import { closeUsage, createMeteringState } from './note.ts';
import { forgetActiveUsers } from './store.ts';

export { admitUser, hasPlace } from './admit.ts';
export { flushUsage, noteToken } from './note.ts';
export { currentPeriod, findPeriodUsage, listDailyUsage, sumTokens } from './store.ts';

/** Counts active users and issued tokens, per day and per billing period of a tenant. */
export const metering: Feature = {
  name: 'metering',
  jobs: [{ name: 'metering.forget', everySeconds: 86_400, run: forgetActiveUsers }],
  start: async (app) => createMeteringState(app),
  stop: closeUsage,
};
