import { findUsernameFault } from '@postern/contracts/experience/judge-username';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { AppError } from '#platform/http/errors';

/** Throws the first rule of the policy that a username violates which a person chooses. */
export function requireGoodUsername({ usernamePolicy }: SignInExperience, username: string): void {
  const fault = findUsernameFault(username, usernamePolicy);
  if (fault) {
    const { minLength: min, maxLength: max } = usernamePolicy;
    throw new AppError(fault, { status: 422, values: { min, max } });
  }
}
