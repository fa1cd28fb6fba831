import { UpdateUser, type UpdateUser as UserPatch } from '@postern/contracts/people/users';
import type { ActionType, ActionVerdict } from '@postern/contracts/sign-in/actions';
import { z } from 'zod';

const FirstFactorResult = z.strictObject({
  action: z.enum(['createUser', 'updateUser']),
  user: UpdateUser,
  passwordVerified: z.literal(true),
});

/** An empty object changes nothing, as null and undefined. */
const SignInResult = z.union([
  z.strictObject({}),
  z.strictObject({ action: z.literal('updateUser'), user: UpdateUser.optional() }),
]);

export type Verdict = { verdict: ActionVerdict; user?: UserPatch };

const judges: Record<ActionType, (result: unknown) => Verdict> = {
  postFirstFactorVerification(result) {
    const { data } = FirstFactorResult.safeParse(result);
    return data ? { verdict: data.action, user: data.user } : { verdict: 'refuse' };
  },
  postSignIn(result) {
    const { success, data } = SignInResult.nullish().safeParse(result);
    if (!success) {
      return { verdict: 'refuse' };
    }
    return data && 'action' in data ? { verdict: 'updateUser', user: data.user ?? {} } : { verdict: 'continue' };
  },
};

/** What the result of a script means. Anything that is not expected refuses the sign-in. */
export const judgeResult = (type: ActionType, result: unknown): Verdict => judges[type](result);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const known = Object.keys(UpdateUser.shape);

/** The result for the audit log: names of fields only. */
export function describeResult(result: unknown) {
  if (!isObject(result)) {
    return {};
  }
  const { action, passwordVerified, user } = result;
  const fields = isObject(user) ? Object.keys(user) : [];
  const userFields = fields.filter((field) => known.includes(field));
  return {
    ...(typeof action === 'string' ? { action: action.slice(0, 64) } : {}),
    actionResult: {
      ...(typeof passwordVerified === 'boolean' ? { passwordVerified } : {}),
      userFields,
      unknownFieldCount: fields.length - userFields.length,
    },
  };
}
