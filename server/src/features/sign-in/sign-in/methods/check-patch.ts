import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { User } from '@postern/contracts/people/users';
import { refuseEmail } from '#features/experience/email-blocklist';
import { requireGoodUsername } from '#features/experience/sign-in-experience';
import { emitUserUpdated, mergeUserJson, normalizeIdentifiers, updateUser } from '#features/people/users';
import type { Verdict } from '#features/sign-in/actions';
import type { Started } from '#features/sign-in/interaction';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { toAppError } from '#platform/http/http';
import { refuseSsoEmail } from './sso/index.ts';

/** The user data that a script returned, with normalized identifiers. */
export type Patch = NonNullable<Verdict['user']>;

/** Errors about values that cannot be stored: the script is wrong, not the person. */
const unusable = new Set([
  'guard.invalid_input',
  'entity.invalid_input',
  'entity.db_constraint_violated',
  'request.invalid_input',
  'user.invalid_phone',
]);

/** Whether the data of a script cannot be used. */
export const isUnusable = (error: unknown): boolean => unusable.has(toAppError(error)?.code ?? '');

type Identity = Pick<User, 'username' | 'primaryEmail'>;

/**
 * The patch with normalized identifiers. New ones must follow the rules for those that people choose: scripts do not open
 * a way around the policy, the blocklist or the companies that sign in with SSO.
 */
export async function checkPatch(
  signIn: Started,
  experience: SignInExperience,
  patch: Patch,
  current: Identity | undefined,
): Promise<Patch> {
  const checked = { ...patch, ...normalizeIdentifiers(patch) };
  const { username, primaryEmail } = checked;
  if (username && username !== current?.username) {
    requireGoodUsername(experience, username);
  }
  if (primaryEmail && primaryEmail !== current?.primaryEmail) {
    await refuseSsoEmail(signIn, experience, primaryEmail);
    await refuseEmail(experience, primaryEmail);
  }
  return checked;
}

/** Stores a patch. `customData` and `profile` are merged into what is there. */
export async function applyPatch(
  db: Db,
  userId: string,
  { customData, profile, ...changes }: Patch & { password?: Parameters<typeof updateUser>[2]['password'] },
): Promise<void> {
  const fields = Object.entries({ ...changes, customData, profile })
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field);
  if (fields.length === 0) {
    return;
  }
  if (!(await updateUser(db, userId, changes))) {
    throw new AppError('session.interaction_not_found');
  }
  if (customData) {
    await mergeUserJson(db, userId, 'custom_data', customData);
  }
  if (profile) {
    await mergeUserJson(db, userId, 'profile', profile);
  }
  await emitUserUpdated(db, userId, fields);
}
