import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const length = z.int().min(1).max(128);

const Shape = {
  /** Whether names that differ only in case belong to two users. */
  caseSensitive: z.boolean(),
  minLength: length,
  maxLength: length,
  allowedChars: z.object({
    lowercase: z.boolean(),
    uppercase: z.boolean(),
    numbers: z.boolean(),
    underscore: z.boolean(),
  }),
};

/** What usernames that people choose must look like. */
export const UsernamePolicy = z.object(Shape);
export type UsernamePolicy = z.infer<typeof UsernamePolicy>;

/** A username cannot begin with a digit, so digits alone allow no name. */
export const SentUsernamePolicy = z
  .strictObject({ ...Shape, allowedChars: z.strictObject(Shape.allowedChars.shape) })
  .refine(({ minLength, maxLength }) => minLength <= maxLength, {
    path: ['maxLength'],
    message: 'The maximum length must not be smaller than the minimum length.',
  })
  .refine(({ allowedChars: { lowercase, uppercase, underscore } }) => lowercase || uppercase || underscore, {
    path: ['allowedChars'],
    message: 'Allow lowercase letters, uppercase letters or underscores: a username cannot begin with a digit.',
  });

export const defaultUsernamePolicy: UsernamePolicy = {
  caseSensitive: true,
  minLength: 1,
  maxLength: 128,
  allowedChars: { lowercase: true, uppercase: true, numbers: true, underscore: true },
};

export const UsernameConflicts = z.object({
  /** The number of names, not of users. */
  totalConflicts: z.int(),
  samples: z.array(z.object({ usernameLower: z.string(), userIds: z.array(z.string()) })),
});
export type UsernameConflicts = z.infer<typeof UsernameConflicts>;

export const usernamePolicyApi = {
  conflicts: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Sign-in experience',
    method: 'GET',
    path: '/api/sign-in-exp/username-policy/case-sensitivity-conflicts',
    summary: 'List usernames that differ only in case. While there are any, the policy must be case-sensitive.',
    query: z.object({ limit: z.coerce.number<string>().int().min(1).max(100).optional() }),
    response: UsernameConflicts,
  }),
} as const;
