import { isWebUrl } from '@postern/contracts/addresses';
import { Email } from '@postern/contracts/fields';
import type { UserProfile } from '@postern/contracts/people/users';
import { isObject, type Resource } from './read-resource.ts';

/** What a user of the directory means for the account here. */
export type Person = {
  email: string | undefined;
  name: string | undefined;
  avatar: string | undefined;
  profile: UserProfile;
};

const maxName = 128;
const maxProfile = 1024;
const maxAvatar = 2048;

const textOf = (value: unknown, max = maxProfile) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : undefined;

/** The primary element, otherwise the one for work, otherwise the first one. */
function mainOf(value: unknown): string | undefined {
  const elements = (Array.isArray(value) ? value : []).filter(isObject);
  const main =
    elements.find(({ primary }) => primary === true) ??
    elements.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    elements[0];
  return textOf(main?.value, maxAvatar);
}

const without = <T extends object>(value: T): Partial<T> =>
  // Only entries are removed, so the type stays.
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

/** Phone numbers are not taken over: nobody has verified them, and they could be used to sign in. */
export function toPerson(resource: Resource): Person {
  const name = isObject(resource.name) ? resource.name : {};
  const [given, family] = [textOf(name.givenName), textOf(name.familyName)];
  const whole = [given, family].filter((one) => one !== undefined).join(' ');
  const photo = mainOf(resource.photos);
  return {
    email: Email.safeParse(mainOf(resource.emails) ?? resource.userName).data,
    name: textOf(resource.displayName, maxName) ?? textOf(name.formatted, maxName) ?? textOf(whole, maxName),
    avatar: photo && isWebUrl(photo) ? photo : undefined,
    profile: without({
      givenName: given,
      familyName: family,
      middleName: textOf(name.middleName),
      nickname: textOf(resource.nickName),
      locale: textOf(resource.locale),
      zoneinfo: textOf(resource.timezone),
    }),
  };
}
