import { measureReads } from './calls.ts';
import type { Line } from './measure.ts';
import { growUsers, onDatabase } from './prepare.ts';
import type { BenchServer } from './server.ts';

/** A million users, of whom a tenth were active in the last month, and two years of daily figures. */
export async function measureDashboard(server: BenchServer): Promise<Line[]> {
  await growUsers(server, 1_000_000);
  await onDatabase(server, async (client) => {
    await client.query(`insert into user_activity (user_id, last_day)
      select id, current_date - (row_number() over () % 30)::int from (
        select id from users where tenant_id = 'default' limit 100000) u on conflict do nothing`);
    await client.query(`insert into daily_active_users (day, daily, weekly_change, monthly_change)
      select current_date - n, 3000 + n % 100, n % 7 - 3, n % 5 - 2 from generate_series(0, 730) n on conflict do nothing`);
    await client.query('vacuum analyze users, user_activity, daily_new_users, daily_active_users, row_counts');
  });
  const budget: Line['budget'] = [0.9, 1.0];
  return measureReads(server, [
    { name: 'dashboard: total of 1,000,000 users', path: '/api/dashboard/users/total', budget },
    { name: 'dashboard: new users', path: '/api/dashboard/users/new', budget },
    { name: 'dashboard: active users', path: '/api/dashboard/users/active', budget },
  ]);
}
