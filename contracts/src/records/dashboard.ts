import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Dashboard' } as const;

const Count = z.number().int();
/** A number, and its difference from the time before. */
const Change = z.object({ count: Count, delta: Count });
export type Change = z.infer<typeof Change>;

const DayCount = z.object({ date: z.string(), count: Count });

export const NewUsers = z.object({ today: Change, last7Days: Change });
export type NewUsers = z.infer<typeof NewUsers>;

export const ActiveUsers = z.object({ dauCurve: z.array(DayCount), dau: Change, wau: Change, mau: Change });
export type ActiveUsers = z.infer<typeof ActiveUsers>;

/** Steps of a sign-in, in order. Each one is counted once per sign-in. */
export const signInSteps = ['opened', 'attempted', 'verified', 'completed'] as const;
export type SignInStep = (typeof signInSteps)[number];
const Steps = z.record(z.enum(signInSteps), Count);
export type Steps = z.infer<typeof Steps>;

/** What sign-ins are counted by, next to all of them together. */
export const signInDimensions = ['application', 'method', 'language'] as const;
export type SignInDimension = (typeof signInDimensions)[number];

const Group = z.object({
  /** The id of an application, a type of verification, or a language code. `other` for rare languages. */
  value: z.string(),
  /** The name of an application that still exists. */
  name: z.string().nullable(),
  steps: Steps,
});
export type SignInGroup = z.infer<typeof Group>;

const Failure = z.object({
  /** The error code. */
  reason: z.string(),
  count: Count,
  methods: z.array(z.object({ value: z.string(), count: Count })),
});
export type SignInFailure = z.infer<typeof Failure>;

export const SignInNumbers = z.object({
  from: z.string(),
  to: z.string(),
  steps: Steps,
  groups: z.object({ application: z.array(Group), method: z.array(Group), language: z.array(Group) }),
  failures: z.array(Failure),
});
export type SignInNumbers = z.infer<typeof SignInNumbers>;

const isDay = (text: string) => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  // JavaScript reads February 31 as March 3.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};

/** A day such as 2026-11-30, from 1970 on. What follows the day, such as a time, is ignored. */
const Day = z
  .string()
  .max(64)
  .regex(/^(19[7-9]|[2-9]\d\d)\d-\d{2}-\d{2}/)
  .refine(isDay, 'Use a day such as 2026-11-30.');

/** How many days the numbers of sign-ins may cover. */
export const maxSignInDays = 90;

export const dashboardApi = {
  totalUsers: endpoint({
    ...common,
    method: 'GET',
    path: '/api/dashboard/users/total',
    summary: 'Get the number of users.',
    response: z.object({ totalUserCount: Count }),
  }),
  newUsers: endpoint({
    ...common,
    method: 'GET',
    path: '/api/dashboard/users/new',
    summary: 'Get the number of new users of today and of the last 7 days, in the time zone of the server.',
    response: NewUsers,
  }),
  activeUsers: endpoint({
    ...common,
    method: 'GET',
    path: '/api/dashboard/users/active',
    summary: 'Get the active users of a day and of the 7 and 30 days that end with it.',
    query: z.object({ date: Day.optional() }),
    response: ActiveUsers,
  }),
  signIns: endpoint({
    ...common,
    method: 'GET',
    path: '/api/dashboard/sign-ins',
    summary: 'Get how many sign-ins reached each step, and why attempts failed, for the days that end with a date.',
    query: z.object({
      date: Day.optional(),
      days: z
        .string()
        .regex(/^\d{1,2}$/)
        .refine(
          (days) => Number(days) >= 1 && Number(days) <= maxSignInDays,
          `Use a number from 1 to ${maxSignInDays}.`,
        )
        .optional(),
    }),
    response: SignInNumbers,
  }),
} as const;
