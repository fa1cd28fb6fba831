import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';

/** Whether people may register with it: e-mail and phone side by side stand for either. */
export function isSignUpIdentifier(
  { signUp: { identifiers, secondaryIdentifiers = [] } }: SignInExperience,
  type: 'username' | 'email' | 'phone',
): boolean {
  const offered = new Set<string>([...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)]);
  return offered.has(type) || (type !== 'username' && offered.has('emailOrPhone'));
}
