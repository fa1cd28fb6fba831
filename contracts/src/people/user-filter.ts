import { z } from 'zod';
import { sortQuery } from '../fields.ts';

/** Which users: the names and values are those of the query of `GET /api/users`, wherever they are kept or sent. */

const Flag = z.enum(['true', 'false']);
const lastTime = 8.64e15;

/** Milliseconds since 1970, or `-30d`: thirty days before whenever it is asked. */
export const Moment = z
  .string()
  .regex(/^(?:\d{1,16}|-\d{1,5}d)$/, { error: 'Use milliseconds since 1970, or days ago such as -30d.' })
  .refine((text) => text.startsWith('-') || Number(text) <= lastTime, { error: 'This is later than any time.' });

const Id = z.string().min(1).max(128);
const Ids = z.union([Id, z.array(Id).min(1).max(50)]);

/** When the moment is, for somebody who asks now. */
export function timeOf(moment: string, now = Date.now()): number {
  return moment.startsWith('-') ? now - Number(moment.slice(1, -1)) * 86_400_000 : Number(moment);
}

export const userFlags = ['hasPassword', 'hasEmail', 'hasPhone', 'hasIdentity', 'hasMfa'] as const;

/** Ours, beside the search of the wire. */
export const userFilterShape = {
  isSuspended: Flag.optional(),
  /** Registered in one of these. */
  applicationId: Ids.optional(),
  /** Holds one of these. */
  roleId: Ids.optional(),
  createdFrom: Moment.optional(),
  createdTo: Moment.optional(),
  lastSignInFrom: Moment.optional(),
  lastSignInTo: Moment.optional(),
  /** `true`: those who never signed in, or beside a range those as well. `false`: not those. */
  neverSignedIn: Flag.optional(),
  hasPassword: Flag.optional(),
  hasEmail: Flag.optional(),
  hasPhone: Flag.optional(),
  hasIdentity: Flag.optional(),
  hasMfa: Flag.optional(),
};

export const UserFilter = z.strictObject({
  /** A pattern as the parameter `search` takes it, with `%` for anything. */
  search: z.string().min(1).max(1024).optional(),
  ...userFilterShape,
});
export type UserFilter = z.infer<typeof UserFilter>;

export const userSortFields = ['createdAt', 'lastSignInAt', 'name'] as const;
export const UserSort = sortQuery(userSortFields).shape.sort;
export type UserSort = z.infer<typeof UserSort>;

/** Where `count=capped` stops counting: one more than this stands for all that is beyond. */
export const maxCounted = 10_000;
