import { dashboardApi } from '@postern/contracts/records/dashboard';
import { addDays, today } from '#platform/db/local-day';
import { route, type Scope } from '#platform/http/route';
import { countActiveUsers, countAllUsers, countNewUsers, countSignIns } from './store.ts';

/** The day of a date parameter, which may also contain a time. */
const dayOf = (date: string | undefined) => date?.slice(0, 10) ?? today();

const defaultDays = 7;

export function dashboardRoutes(scope: Scope): void {
  route(scope, dashboardApi.totalUsers, {
    readsStandby: true,
    handle: async ({ db }) => ({ totalUserCount: await countAllUsers(db) }),
  });

  route(scope, dashboardApi.newUsers, { readsStandby: true, handle: async ({ db }) => countNewUsers(db, today()) });

  route(scope, dashboardApi.activeUsers, {
    readsStandby: true,
    handle: async ({ db, query }) => countActiveUsers(db, dayOf(query.date)),
  });

  route(scope, dashboardApi.signIns, {
    readsStandby: true,
    handle: async ({ db, query: { date, days = defaultDays } }) => {
      const to = dayOf(date);
      return countSignIns(db, addDays(to, 1 - Number(days)), to);
    },
  });
}
