import { builtInMail, builtInSms } from './built-in-messages.ts';
import { fillTemplate } from './fill-template.ts';
import type { ContentType, EmailTemplateDetails, FactoryOptions, Message } from './interface.ts';
import { headerValue } from './refuse-injection.ts';

export type RenderedMail = {
  subject: string;
  content: string;
  contentType: ContentType;
  /** The same without markup, where there is such a text. */
  text?: string;
  replyTo?: string;
  sendFrom?: string;
};

/** The language of a message: what the person uses, else what the application asked for first. */
export const localeOf = ({ payload: { locale, uiLocales } }: Message): string | undefined =>
  locale ?? uiLocales?.split(' ').find(Boolean);

function renderDetails(details: EmailTemplateDetails, { payload }: Message): RenderedMail {
  const contentType = details.contentType ?? 'text/html';
  const header = (name: string, value: string | undefined) =>
    value ? headerValue(name, fillTemplate(value, payload, 'header')) : undefined;
  return {
    subject: header('subject', details.subject) ?? '',
    content: fillTemplate(details.content, payload, contentType === 'text/html' ? 'html' : 'text'),
    contentType,
    replyTo: header('reply address', details.replyTo),
    sendFrom: header('sender', details.sendFrom),
  };
}

/** The tenant's template, else the connector's own, else ours: there is always one. */
export async function renderMail(
  getI18nEmailTemplate: FactoryOptions['getI18nEmailTemplate'],
  message: Message,
  own?: EmailTemplateDetails,
): Promise<RenderedMail> {
  const { type, payload } = message;
  if (payload.notice) {
    const { subject, text } = payload.notice;
    return { subject: headerValue('subject', subject), content: text, contentType: 'text/plain' };
  }
  const details = (await getI18nEmailTemplate?.(type, localeOf(message))) ?? own;
  if (details) {
    return renderDetails(details, message);
  }
  const { subject, html, text } = builtInMail(type, localeOf(message), payload);
  return { ...renderDetails({ subject, content: html }, message), text: fillTemplate(text, payload, 'text') };
}

export function renderSms(message: Message, own?: string): string {
  const { type, payload } = message;
  if (payload.notice) {
    return payload.notice.text;
  }
  return fillTemplate(own ?? builtInSms(type, localeOf(message), payload), payload, 'text');
}
