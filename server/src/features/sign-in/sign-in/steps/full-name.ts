import type { UserProfile } from '@postern/contracts/people/users';

/** Chinese, Japanese and Korean names start with the family name and have no space. */
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・々]+$/u;

/** Composes a name from its parts. Undefined if there are none, or if it is too long. */
export function fullName({ givenName, middleName, familyName }: UserProfile = {}): string | undefined {
  const isFamilyFirst = [givenName, familyName].every((part) => part && eastAsian.test(part));
  const parts = isFamilyFirst ? [familyName, middleName, givenName] : [givenName, middleName, familyName];
  const name = parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(isFamilyFirst ? '' : ' ');
  return name && name.length <= 128 ? name : undefined;
}
