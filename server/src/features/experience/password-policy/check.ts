import type { UserInfo } from '@postern/contracts/experience/guessable';
import type { PasswordIssue, PasswordPolicy } from '@postern/contracts/experience/sign-in-experience';
import type { App } from '#platform/app';
import { isBreached } from './find-breach.ts';
import { checkPassword } from './policy.ts';

/** All rules that a password violates, including known breaches; empty if it may be used. */
export async function findPasswordIssues(
  app: App,
  password: string,
  policy: PasswordPolicy,
  user: UserInfo,
): Promise<PasswordIssue[]> {
  const isKnown = (policy.rejects?.pwned ?? true) && (await isBreached(app, password));
  return checkPassword(password, policy, user, isKnown);
}
