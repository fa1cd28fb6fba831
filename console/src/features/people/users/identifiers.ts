import { Email, Phone, Username } from '@postern/contracts/fields';
import type { User } from '@postern/contracts/people/users';
import { printPhone, readPhone } from '@postern/ui/phone-numbers.ts';
import i18next from 'i18next';
import { z } from 'zod';
import { identifierOf, nameOf } from '#platform/person.ts';

const longest = 128;

/** Empty text, which clears the identifier, or text that matches the contract's pattern. */
function emptyOr(schema: z.ZodType, message: () => string) {
  return z
    .string()
    .trim()
    .max(longest)
    .refine((text) => text === '' || schema.safeParse(text).success, { error: message });
}

/** Fields of a form with the identifiers of a user. */
export const identifierFields = {
  primaryEmail: emptyOr(Email, () => i18next.t('users.fields.emailInvalid')),
  // People type spaces, brackets and a plus; the API has digits only. Numbers that match no country are kept as they
  // are.
  primaryPhone: z
    .string()
    .transform((text) => readPhone(text.trim().replace(/^(?=\d)/, '+')) ?? text.replace(/[\s()+./-]/g, ''))
    .pipe(emptyOr(Phone, () => i18next.t('users.fields.phoneInvalid'))),
  username: emptyOr(Username, () => i18next.t('users.fields.usernameInvalid')),
};

/** The API has international digits without the plus; people read them grouped and with it. */
export const phoneText = printPhone;

type Identifiers = { primaryEmail: string; primaryPhone: string; username: string };

export const hasIdentifier = ({ primaryEmail, primaryPhone, username }: Identifiers) =>
  [primaryEmail, primaryPhone, username].some((text) => text !== '');

/** The field of a server error code. */
export const identifierCodes = {
  'user.email_already_in_use': 'primaryEmail',
  'user.phone_already_in_use': 'primaryPhone',
  'user.invalid_phone': 'primaryPhone',
  'user.username_already_in_use': 'username',
} as const;

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
