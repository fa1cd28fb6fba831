import type { Feature } from '#platform/app';
import { closeUsage, createMeteringState } from './note.ts';
import { forgetActiveUsers } from './store.ts';

export { admitUser, hasPlace } from './admit.ts';
export { flushUsage, noteToken } from './note.ts';
export { currentPeriod, findPeriodUsage, listDailyUsage, sumTokens } from './store.ts';

/** Who was active and how many tokens were issued, by day and by the period that a tenant pays for. */
export const metering: Feature = {
  name: 'metering',
  jobs: [{ name: 'metering.forget', everySeconds: 86_400, run: forgetActiveUsers }],
  start: async (app) => createMeteringState(app),
  stop: closeUsage,
};
