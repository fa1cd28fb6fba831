import i18next from 'i18next';
import { mergeEmails, parseEmails } from './parse-emails.ts';

/** As many as one call may invite. */
const maxInvitees = 100;

/** What is wrong with addresses about to join the list; undefined when nothing is. */
export function inviteesProblem(list: readonly string[], text: string): string | undefined {
  const { emails, invalid } = parseEmails(text);
  if (invalid.length > 0) {
    return i18next.t('tenants.invite.invalidEmail');
  }
  return mergeEmails(list, emails).length > maxInvitees
    ? i18next.t('tenants.invite.tooMany', { max: maxInvitees })
    : undefined;
}
