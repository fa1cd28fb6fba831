import {
  type ActiveUsers,
  type NewUsers,
  type SignInDimension,
  type SignInFailure,
  type SignInGroup,
  type SignInNumbers,
  type SignInStep,
  type Steps,
  signInSteps,
} from '@postern/contracts/records/dashboard';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { addDays, serverTimeZone } from '#platform/db/local-day';

/** Throws at the start of the server: a time zone that PostgreSQL does not know would fail every insert of a user. */
export async function requireTimeZone(db: Db): Promise<void> {
  await sql`select now() at time zone ${serverTimeZone}`.execute(db);
}

export async function countAllUsers(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0)::bigint as n from row_counts
    where kind = 'users'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Users who were created on a day, or in the days up to it. */
const createdIn = (from: string, to: string) =>
  sql<number>`coalesce(sum(users) filter (where day between ${from}::date and ${to}::date), 0)::bigint`;

export async function countNewUsers(db: Db, today: string): Promise<NewUsers> {
  const { rows } = await sql<{ today: number; yesterday: number; week: number; weekBefore: number }>`
    select ${createdIn(today, today)} as today, ${createdIn(addDays(today, -1), addDays(today, -1))} as yesterday,
      ${createdIn(addDays(today, -6), today)} as week,
      ${createdIn(addDays(today, -13), addDays(today, -7))} as "weekBefore"
    from daily_new_users where day between ${addDays(today, -13)}::date and ${today}::date`.execute(db);
  const found = rows[0] ?? { today: 0, yesterday: 0, week: 0, weekBefore: 0 };
  return {
    today: { count: found.today, delta: found.today - found.yesterday },
    last7Days: { count: found.week, delta: found.week - found.weekBefore },
  };
}

const curveDays = 30;

/** Users who were active in the window that ends with a day. */
const sumUpTo = (column: 'weekly_change' | 'monthly_change', day: string) =>
  sql<number>`coalesce(sum(${sql.ref(column)}) filter (where day <= ${day}::date), 0)::bigint`;

export async function countActiveUsers(db: Db, date: string): Promise<ActiveUsers> {
  const first = addDays(date, -curveDays + 1);
  const { rows: days } = await sql<{ date: string; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, daily as count from daily_active_users
    where day between ${addDays(first, -1)}::date and ${date}::date`.execute(db);
  const counts = new Map(days.map(({ date: day, count }) => [day, count]));
  const countOf = (day: string) => counts.get(day) ?? 0;
  const { rows } = await sql<{ week: number; weekBefore: number; month: number; monthBefore: number }>`
    select ${sumUpTo('weekly_change', date)} as week, ${sumUpTo('weekly_change', addDays(date, -7))} as "weekBefore",
      ${sumUpTo('monthly_change', date)} as month, ${sumUpTo('monthly_change', addDays(date, -30))} as "monthBefore"
    from daily_active_users where day <= ${date}::date`.execute(db);
  const { week, weekBefore, month, monthBefore } = rows[0] ?? { week: 0, weekBefore: 0, month: 0, monthBefore: 0 };
  return {
    dauCurve: Array.from({ length: curveDays }, (_, index) => {
      const day = addDays(first, index);
      return { date: day, count: countOf(day) };
    }),
    dau: { count: countOf(date), delta: countOf(date) - countOf(addDays(date, -1)) },
    wau: { count: week, delta: week - weekBefore },
    mau: { count: month, delta: month - monthBefore },
  };
}

type Row = {
  kind: 'step' | 'failure';
  name: string;
  dimension: SignInDimension | 'all';
  value: string;
  application: string | null;
  n: number;
};

const maxGroups = 20;

/** The sum of the days for each step, failure and group. */
async function listSums(db: Db, from: string, to: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.kind, s.name, s.dimension, s.value, a.name as application, s.n from (
      select kind, name, dimension, value, sum(n)::bigint as n from daily_sign_ins
      where day between ${from}::date and ${to}::date group by kind, name, dimension, value
    ) s left join applications a on s.dimension = 'application' and a.id = s.value
    order by s.n desc, s.name, s.value`.execute(db);
  return rows;
}

const stepsOf = (rows: readonly Row[]) => {
  const counts = new Map(rows.map(({ name, n }) => [name, n]));
  return Object.fromEntries(signInSteps.map((step) => [step, counts.get(step) ?? 0])) as Record<SignInStep, number>;
};

/** Methods have no `opened` step: nobody has chosen a method then. */
const sizeOf = ({ opened, attempted }: Steps) => Math.max(opened, attempted);

function groupsOf(rows: readonly Row[], dimension: SignInDimension): SignInGroup[] {
  const found = Map.groupBy(
    rows.filter((row) => row.kind === 'step' && row.dimension === dimension),
    ({ value }) => value,
  );
  return [...found]
    .map(([value, some]) => ({ value, name: some[0]?.application ?? null, steps: stepsOf(some) }))
    .sort((one, two) => sizeOf(two.steps) - sizeOf(one.steps))
    .slice(0, maxGroups);
}

function failuresOf(rows: readonly Row[]): SignInFailure[] {
  const failures = rows.filter(({ kind }) => kind === 'failure');
  const methods = Map.groupBy(
    failures.filter(({ dimension }) => dimension === 'method'),
    ({ name }) => name,
  );
  return failures
    .filter(({ dimension }) => dimension === 'all')
    .slice(0, maxGroups)
    .map(({ name, n }) => ({
      reason: name,
      count: n,
      methods: (methods.get(name) ?? []).map(({ value, n: count }) => ({ value, count })),
    }));
}

export async function countSignIns(db: Db, from: string, to: string): Promise<SignInNumbers> {
  const rows = await listSums(db, from, to);
  return {
    from,
    to,
    steps: stepsOf(rows.filter(({ kind, dimension }) => kind === 'step' && dimension === 'all')),
    groups: {
      application: groupsOf(rows, 'application'),
      method: groupsOf(rows, 'method'),
      language: groupsOf(rows, 'language'),
    },
    failures: failuresOf(rows),
  };
}
