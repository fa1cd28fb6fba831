import type { User } from '@postern/contracts/people/users';
import { identifierOf, nameOf } from '#platform/person.ts';
import { phoneText } from './identifier-fields.ts';

const readable = (text: string, { primaryPhone }: User) => (text === primaryPhone ? phoneText(text) : text);

/** What a person is called in the console: the name, else the first identifier there is. */
export const labelOf = (user: User) => readable(nameOf(user), user);

/** What tells this person from others of the same name; undefined when it is the label already. */
export function secondLabelOf(user: User): string | undefined {
  const identifier = identifierOf(user);
  return identifier && readable(identifier, user);
}

/** Where a person can be written to or called. */
export function contactOf(user: User): string | undefined {
  const contact = user.primaryEmail || user.primaryPhone;
  return contact ? readable(contact, user) : undefined;
}
