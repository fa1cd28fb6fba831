import { findPasswordIssues, type UserInfo } from '#features/experience/password-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { type StoredPassword, verifyPassword } from '#features/people/users';
import type { Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';

/** Throws `password.rejected` with every violated rule. */
export async function requireGoodPassword({ app, tenantId }: Started, password: string, user: UserInfo): Promise<void> {
  const { passwordPolicy } = await getSignInExperience(app, tenantId);
  const issues = await findPasswordIssues(app, password, passwordPolicy, user);
  if (issues.length > 0) {
    throw new AppError('password.rejected', { data: issues });
  }
}

/** Throws if the new password equals the current one, which was then mistyped rather than forgotten. */
export async function requireOtherPassword(password: string, current: StoredPassword | undefined): Promise<void> {
  if (current && (await verifyPassword(password, current))) {
    throw new AppError('user.same_password');
  }
}
