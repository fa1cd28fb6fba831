import { meApi, type Preferences, preferencesKey } from '@postern/contracts/account/me';
import type { User } from '@postern/contracts/people/users';
import { useRead } from './client/use-read.ts';
import { readPreferences } from './read-plainly.ts';

/** The signed-in person. */
export function useMe() {
  return useRead(meApi.get, {}, { quiet: true, staleTime: 300_000 });
}

/** What a user is called by: some lists return no more of a user. */
export type Named = Pick<User, 'id' | 'name' | 'username' | 'primaryEmail' | 'primaryPhone'>;

export const nameOf = (user: Named) =>
  user.name?.trim() || user.username || user.primaryEmail || user.primaryPhone || user.id;

/** Distinguishes people with the same name; undefined if it is already the name. */
export function identifierOf(user: Named): string | undefined {
  const identifier = user.primaryEmail || user.username || user.primaryPhone || user.id;
  return identifier === nameOf(user) ? undefined : identifier;
}

export function preferencesOf(user: User): Preferences {
  return readPreferences(user.customData[preferencesKey]) ?? {};
}
