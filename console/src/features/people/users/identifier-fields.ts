import { Email, Phone, Username } from '@postern/contracts/fields';
import { printPhone, readPhone } from '@postern/ui/phone-numbers.ts';
import i18next from 'i18next';
import { z } from 'zod';

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
