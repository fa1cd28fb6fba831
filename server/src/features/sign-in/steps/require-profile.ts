import type { SignInExperience } from '@postern/contracts/sign-in-experience';
import { AppError } from '#platform/errors';

type Person = {
  username?: string | null;
  primaryEmail?: string | null;
  primaryPhone?: string | null;
  hasPassword?: boolean;
};

/** Throws `user.missing_profile` with what the sign-up settings demand and the person lacks. */
export function requireProfile({ signUp }: SignInExperience, person: Person): void {
  const has = {
    username: Boolean(person.username),
    email: Boolean(person.primaryEmail),
    phone: Boolean(person.primaryPhone),
  };
  const isEither = signUp.identifiers.includes('email') && signUp.identifiers.includes('phone');
  const missing = [
    ...(isEither && !has.email && !has.phone ? ['emailOrPhone'] : []),
    ...signUp.identifiers.filter((identifier) => !has[identifier] && !(isEither && identifier !== 'username')),
    ...(signUp.password && !person.hasPassword ? ['password'] : []),
  ];
  if (missing.length > 0) {
    throw new AppError('user.missing_profile', { data: { missingProfile: missing } });
  }
}
