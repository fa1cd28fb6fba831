import { z } from 'zod';
import { sortQuery } from '../fields.ts';

/**
 * Filters of users. The names and values are those of the query of `GET /api/users`, wherever they are stored or sent.
 */

const Flag = z.enum(['true', 'false']);
const lastTime = 8.64e15;

/** Milliseconds since 1970, or `-30d`: thirty days before the time of the query. */
export const Moment = z
  .string()
  .regex(/^(?:\d{1,16}|-\d{1,5}d)$/, { error: 'Use milliseconds since 1970, or days ago such as -30d.' })
  .refine((text) => text.startsWith('-') || Number(text) <= lastTime, { error: 'This time is too far in the future.' });

const Id = z.string().min(1).max(128);
const Ids = z.union([Id, z.array(Id).min(1).max(50)]);

/** The absolute time of a moment, relative to now. */
export function timeOf(moment: string, now = Date.now()): number {
  return moment.startsWith('-') ? now - Number(moment.slice(1, -1)) * 86_400_000 : Number(moment);
}

export const userFlags = ['hasPassword', 'hasEmail', 'hasPhone', 'hasIdentity', 'hasMfa'] as const;

/** Our extension of the search of the wire. */
export const userFilterShape = {
  isSuspended: Flag.optional(),
  /** Registered in one of these. */
  applicationId: Ids.optional(),
  /** Has one of these. */
  roleId: Ids.optional(),
  createdFrom: Moment.optional(),
  createdTo: Moment.optional(),
  lastSignInFrom: Moment.optional(),
  lastSignInTo: Moment.optional(),
  /** `true`: users who never signed in, in addition to a given range if there is one. `false`: excludes them. */
  neverSignedIn: Flag.optional(),
  hasPassword: Flag.optional(),
  hasEmail: Flag.optional(),
  hasPhone: Flag.optional(),
  hasIdentity: Flag.optional(),
  hasMfa: Flag.optional(),
};

export const UserFilter = z.strictObject({
  /** A pattern of the parameter `search`, with `%` as a wildcard. */
  search: z.string().min(1).max(1024).optional(),
  ...userFilterShape,
});
export type UserFilter = z.infer<typeof UserFilter>;

export const userSortFields = ['createdAt', 'lastSignInAt', 'name'] as const;
export const UserSort = sortQuery(userSortFields).shape.sort;
export type UserSort = z.infer<typeof UserSort>;

/** Where `count=capped` stops counting: one more than this means more. */
export const maxCounted = 10_000;
