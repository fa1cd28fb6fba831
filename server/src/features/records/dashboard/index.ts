import type { Feature } from '#platform/app';
import { closeDashboard, createDashboardState } from './collect.ts';
import { forgetMarks, forgetNewUsers, forgetSignIns, mergeActiveUsers, mergeNewUsers } from './forget.store.ts';
import { dashboardRoutes } from './routes.ts';
import { requireTimeZone } from './store.ts';

export { collectActiveUser, collectFailure, collectStep, flushDashboard } from './collect.ts';
export { consoleSettings } from './console-settings.ts';
export { languageOf } from './language-of.ts';

const daily = 86_400;

/** Numbers of users and sign-ins per day. Opening the dashboard reads no users and no logs. */
export const dashboard: Feature = {
  name: 'dashboard',
  tenantRoutes: dashboardRoutes,
  jobs: [
    { name: 'dashboard.merge-new-users', everySeconds: daily, run: mergeNewUsers },
    { name: 'dashboard.forget-new-users', everySeconds: daily, run: forgetNewUsers },
    { name: 'dashboard.merge-active-users', everySeconds: daily, run: mergeActiveUsers },
    { name: 'dashboard.forget-marks', everySeconds: 3600, run: forgetMarks },
    { name: 'dashboard.forget-sign-ins', everySeconds: daily, run: forgetSignIns },
  ],
  start: async (app) => {
    await app.tenancy.system(requireTimeZone);
    return createDashboardState(app);
  },
  stop: closeDashboard,
};
