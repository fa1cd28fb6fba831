import { fillSentence } from '@postern/contracts/field-issues';
import { tameName } from '@postern/contracts/tame-name';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import tenantMails from './phrases.en.json' with { type: 'json' };
import type { MailFacts, TenantMail } from './store.ts';

type Said = Pick<TenantMail, 'kind' | 'reason'>;

/** The mail in the language of the recipient. */
export function composeMail({ kind, reason }: Said, facts: MailFacts, language: string | null, link: string) {
  const chosen = serverLanguage(language ? [language] : []);
  const words = textsIn(chosen, 'cloud.tenant-mails', tenantMails);
  const { invoices, tenantName } = facts;
  const cents = invoices.reduce((sum, { amount }) => sum + amount, 0);
  const currency = invoices[0]?.currency.toUpperCase() ?? 'USD';
  const values = {
    name: tameName(tenantName),
    numbers: invoices.map(({ number }) => number).join(', '),
    amount: new Intl.NumberFormat(chosen, { style: 'currency', currency }).format(cents / 100),
    reason: tameName(reason ?? ''),
  };
  const isOwed = invoices.length > 0 && (kind === 'suspended' || kind === 'failed');
  const lead = [
    fillSentence(words.body[kind], values),
    ...(reason ? [fillSentence(words.reason, values)] : []),
    ...(isOwed ? [fillSentence(words.owed, values)] : []),
  ].join(' ');
  const action = kind === 'receipt' || kind === 'failed' ? words.see.invoices : words.see.console;
  const notice = {
    subject: fillSentence(words.subject[kind], values),
    text: `${lead}\n\n${action}: ${link}`,
    lead,
    action,
  };
  return { notice, link, locale: chosen };
}
