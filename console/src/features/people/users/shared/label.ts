import { identifierOf, type Named, nameOf } from '#platform/person.ts';
import { phoneText } from '../identifier-fields.ts';

const readable = (text: string, { primaryPhone }: Named) => (text === primaryPhone ? phoneText(text) : text);

/** Display name of a user: the name, otherwise the first available identifier. */
export const labelOf = (user: Named) => readable(nameOf(user), user);

/** Distinguishes users with the same name; undefined if it is already the label. */
export function secondLabelOf(user: Named): string | undefined {
  const identifier = identifierOf(user);
  return identifier && readable(identifier, user);
}

/** The email address or phone number of a user. */
export function contactOf(user: Named): string | undefined {
  const contact = user.primaryEmail || user.primaryPhone;
  return contact ? readable(contact, user) : undefined;
}
