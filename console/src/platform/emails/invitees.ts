import i18next from 'i18next';
import { mergeEmails, parseEmails } from './parse-emails.ts';

/** The maximum per call. */
const maxInvitees = 100;

/** The error for addresses about to be added; undefined if there is none. */
export function inviteesProblem(list: readonly string[], text: string): string | undefined {
  const { emails, invalid } = parseEmails(text);
  if (invalid.length > 0) {
    return i18next.t('fields.emails.invalidEmail');
  }
  return mergeEmails(list, emails).length > maxInvitees
    ? i18next.t('fields.emails.tooMany', { max: maxInvitees })
    : undefined;
}
