import { defaultCodePolicy } from '@postern/contracts/experience/verification-code-policy';
import { fillWords, type MessageWords, messageLanguage, messageWords } from '@postern/contracts/message-phrases/index';
import { senderInMail, senderInSms } from '@postern/contracts/tame-name';
import type { Message, MessagePayload } from './interface.ts';
import { layOutMail, type MailParts } from './lay-out-mail.ts';

/** The fallback if neither the tenant nor the connector has a template. */
const languageOf = ({ payload: { locale, uiLocales } }: Message) =>
  messageLanguage(locale, ...(uiLocales?.split(' ') ?? []));

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The invitation to a tenant of the console, if the payload has one. */
function invitationOf({ invitation }: MessagePayload): Record<string, string> | undefined {
  return typeof invitation === 'object' && invitation !== null
    ? Object.fromEntries(Object.entries(invitation).map(([name, value]) => [name, textOf(value)]))
    : undefined;
}

function wordInvitation(
  words: MessageWords,
  values: Record<string, string>,
  link: string,
): Omit<MailParts, 'language'> {
  const { subject, lead, accept, until, ignore } = words.invitation;
  const title = fillWords(subject, values);
  return {
    subject: title,
    title,
    lead: fillWords(lead, values),
    action: { label: accept, link, copy: words.link.copy },
    after: fillWords(until, values),
    note: ignore,
  };
}

function wordNotice(words: MessageWords, { notice, link }: MessagePayload): Omit<MailParts, 'language'> | undefined {
  return (
    notice && {
      subject: notice.subject,
      title: notice.subject,
      lead: notice.lead ?? notice.text,
      action: notice.action && link ? { label: notice.action, link, copy: words.link.copy } : undefined,
      note: notice.note,
    }
  );
}

function wordPurpose(
  words: MessageWords,
  { type, payload, brand, minutes = defaultCodePolicy.expirationDuration / 60 }: Message,
): Omit<MailParts, 'language'> {
  const { code, link } = payload;
  const purpose = words.purposes[type];
  const fill = (sentence: string) =>
    fillWords(sentence, { code: code ?? '', app: senderInMail(brand), minutes: String(minutes) });
  const title = fill(purpose.title);
  const { copy } = words.link;
  return {
    subject: code ? fill(purpose.code) : title,
    title,
    lead: fill(code ? words.code.lead : words.link.lead),
    code,
    action: link ? { before: code && words.code.orLink, label: purpose.action, link, copy } : undefined,
    note: words.ignore,
  };
}

/** The built-in email for a code, a link, an invitation or a notice, in the language of the recipient. */
export async function builtInMail(message: Message): Promise<{ subject: string; html: string; text: string }> {
  const { type, payload, brand } = message;
  const language = languageOf(message);
  const words = await messageWords(language);
  const invitation = type === 'OrganizationInvitation' && payload.link ? invitationOf(payload) : undefined;
  const parts =
    wordNotice(words, payload) ??
    (invitation ? wordInvitation(words, invitation, payload.link ?? '') : wordPurpose(words, message));
  return { subject: parts.subject, ...layOutMail({ ...parts, language }, { ...brand, name: senderInMail(brand) }) };
}

/** One line with the code first, or the link last. */
export async function builtInSms(message: Message): Promise<string> {
  const { type, payload, brand } = message;
  const { purposes } = await messageWords(languageOf(message));
  const { title, code } = purposes[type === 'BindNewIdentifier' ? 'BindNewPhone' : type];
  const values = { code: payload.code ?? '', app: senderInSms(brand) };
  return payload.code ? fillWords(code, values) : `${fillWords(title, values)}: ${payload.link ?? ''}`;
}
