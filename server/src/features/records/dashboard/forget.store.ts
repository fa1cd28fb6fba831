import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome, purgeStep } from '#platform/db/purge';

/** How long numbers of days are kept. */
const keptDays = 400;

const today = sql`local_day(now())`;

/** Merges the slots of past days, which few connections write to anymore. Returns whether more may be left. */
export async function mergeNewUsers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ merged: number }>`
    with gone as (
      delete from daily_new_users where ctid = any(array(
        select ctid from daily_new_users where day < ${today} - 1 and slot <> 0 limit ${purgeStep}
        for update skip locked))
      returning tenant_id, day, users
    ), kept as (
      insert into daily_new_users as known (tenant_id, day, slot, users)
      select tenant_id, day, 0, sum(users) from gone group by tenant_id, day order by tenant_id, day
      on conflict (tenant_id, day, slot) do update set users = known.users + excluded.users
    )
    select count(*) as merged from gone`.execute(db);
  return (rows[0]?.merged ?? 0) >= purgeStep;
}

/** The total number of users is counted elsewhere, so old days can go. */
export const forgetNewUsers = (db: Db) => deleteSome(db, 'daily_new_users', sql`day < ${today} - ${keptDays}::int`);

/** Adds the changes of old days to the first kept day, so that the sums of later days stay. */
export async function mergeActiveUsers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ merged: number }>`
    with gone as (
      delete from daily_active_users where ctid = any(array(
        select ctid from daily_active_users where day < ${today} - ${keptDays}::int limit ${purgeStep} for update))
      returning tenant_id, weekly_change, monthly_change
    ), kept as (
      insert into daily_active_users as known (tenant_id, day, weekly_change, monthly_change)
      select tenant_id, ${today} - ${keptDays}::int, sum(weekly_change), sum(monthly_change)
      from gone group by tenant_id order by tenant_id
      on conflict (tenant_id, day) do update set weekly_change = known.weekly_change + excluded.weekly_change,
        monthly_change = known.monthly_change + excluded.monthly_change
    )
    select count(*) as merged from gone`.execute(db);
  return (rows[0]?.merged ?? 0) >= purgeStep;
}

/** A sign-in lasts an hour at most. */
export const forgetMarks = (db: Db) => deleteSome(db, 'sign_in_marks', sql`day < ${today} - 1`);

export const forgetSignIns = (db: Db) => deleteSome(db, 'daily_sign_ins', sql`day < ${today} - ${keptDays}::int`);
