import type { User } from '@postern/contracts/people/users';
import { identifierOf, nameOf } from '#platform/person.ts';
import { phoneText } from './identifier-fields.ts';

const readable = (text: string, { primaryPhone }: User) => (text === primaryPhone ? phoneText(text) : text);

/** Display name of a user: the name, otherwise the first available identifier. */
export const labelOf = (user: User) => readable(nameOf(user), user);

/** Distinguishes users with the same name; undefined if it is already the label. */
export function secondLabelOf(user: User): string | undefined {
  const identifier = identifierOf(user);
  return identifier && readable(identifier, user);
}

/** The email address or phone number of a user. */
export function contactOf(user: User): string | undefined {
  const contact = user.primaryEmail || user.primaryPhone;
  return contact ? readable(contact, user) : undefined;
}
