import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';

/** Whether users may register with it: email and phone together mean either of them. */
export function isSignUpIdentifier(
  { signUp: { identifiers, secondaryIdentifiers = [] } }: SignInExperience,
  type: 'username' | 'email' | 'phone',
): boolean {
  const offered = new Set<string>([...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)]);
  return offered.has(type) || (type !== 'username' && offered.has('emailOrPhone'));
}
