import { builtInMail, builtInSms } from './built-in-messages.ts';
import { fillTemplate, type Place } from './fill-template.ts';
import type { EmailTemplateDetails, FactoryOptions, Message, RenderedMail } from './interface.ts';
import { headerValue } from './refuse-injection.ts';

/** The language of a message: that of the user, else the first that the application requested. */
export const localeOf = ({ payload: { locale, uiLocales } }: Message): string | undefined =>
  locale ?? uiLocales?.split(' ').find(Boolean);

function renderDetails(details: EmailTemplateDetails, { payload }: Message): RenderedMail {
  const contentType = details.contentType ?? 'text/html';
  const header = (name: string, value: string | undefined, place: Place = 'address') =>
    value ? headerValue(name, fillTemplate(value, payload, place)) : undefined;
  return {
    subject: header('subject', details.subject, 'header') ?? '',
    content: fillTemplate(details.content, payload, contentType === 'text/html' ? 'html' : 'text'),
    contentType,
    replyTo: header('reply address', details.replyTo),
    sendFrom: header('sender', details.sendFrom),
  };
}

/** The finished email if there is one, otherwise the tenant's template, else the connector's, else ours. */
export async function renderMail(
  getI18nEmailTemplate: FactoryOptions['getI18nEmailTemplate'],
  message: Message,
  own?: EmailTemplateDetails,
): Promise<RenderedMail> {
  const { type, payload, rendered } = message;
  if (rendered) {
    return rendered;
  }
  const details = payload.notice ? undefined : ((await getI18nEmailTemplate?.(type, localeOf(message))) ?? own);
  if (details) {
    return renderDetails(details, message);
  }
  const { subject, html, text } = await builtInMail(message);
  return { subject: headerValue('subject', subject), content: html, contentType: 'text/html', text };
}

export async function renderSms(message: Message, own?: string): Promise<string> {
  const { payload } = message;
  if (payload.notice) {
    return payload.notice.text;
  }
  return own === undefined ? builtInSms(message) : fillTemplate(own, payload, 'text');
}
