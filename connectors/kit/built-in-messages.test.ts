import { contrast } from '@postern/contracts/brand';
import { messageLanguage, messageWords } from '@postern/contracts/message-phrases/index';
import { templateTypes } from '@postern/contracts/messages/email-templates';
import { supportedLanguages } from '@postern/contracts/wire';
import { describe, expect, test } from 'vitest';
import { builtInMail, builtInSms } from './built-in-messages.ts';
import type { Message, MessageBrand, MessagePayload, TemplateType } from './interface.ts';
import { renderMail, renderSms } from './render-message.ts';

const brand: MessageBrand = {
  name: 'Harbor',
  logoUrl: 'https://harbor.example/logo.png',
  color: { primaryColor: '#0E6B5C', isDarkModeEnabled: true, darkPrimaryColor: '#5FD0BC' },
};
const link = 'https://auth.example.com/magic-link#id=abc&code=483920';
const linkInHtml = link.replace('&', '&amp;');

const messageOf = (type: TemplateType, payload: MessagePayload, more: Partial<MessageBrand> = {}): Message => ({
  to: 'a@example.org',
  type,
  payload,
  brand: { ...brand, ...more },
});

const cases = supportedLanguages.flatMap((language) => templateTypes.map((type) => [language, type] as const));

/** The basic alphabet of text messages, GSM 03.38: 160 of its characters fit into one message, 70 of all others. */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

describe.each(cases)('%s %s', (locale, type) => {
  test('with a code: starts the subject with it and contains it in HTML and text', async () => {
    const { subject, html, text } = await builtInMail(messageOf(type, { locale, code: '483920' }));
    expect(subject).toMatch(/^483920\b/);
    for (const part of [subject, html, text]) {
      expect(part).toContain('Harbor');
      expect(part).not.toMatch(/{{|undefined/);
    }
    expect(html).toContain('>483920</td>');
    expect(text).toContain('\n483920\n');
    expect(html).not.toContain('<a ');
  });

  test('with a code and a link: shows a button next to the code, and the visible link', async () => {
    const { subject, html, text } = await builtInMail(messageOf(type, { locale, code: '483920', link }));
    const { purposes } = await messageWords(locale);
    expect(subject).toMatch(/^483920\b/);
    expect(html).toContain('>483920</td>');
    expect(html).toMatch(new RegExp(`<a class="button" href="[^"]+"[^>]*>${purposes[type].action}</a>`));
    expect(html.split(`href="${linkInHtml}"`)).toHaveLength(3);
    expect(html).toContain(`>${linkInHtml}</a>`);
    expect(text).toContain(`\n${link}\n`);
  });

  test('with a link: shows a button and no code', async () => {
    const { subject, html, text } = await builtInMail(messageOf(type, { locale, link }));
    expect(subject).toContain('Harbor');
    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(/{{|undefined/);
    }
    expect(html).toContain(`<a class="button" href="${linkInHtml}"`);
    expect(html).not.toContain('class="code"');
    expect(text).toContain(`\n${link}\n`);
  });

  test('as a text message: one line in one segment with the code first and the name', async () => {
    const sms = await builtInSms(messageOf(type, { locale, code: '483920', link }));
    expect(sms).toMatch(/^483920\b[^\n{}]*Harbor[^\n{}]*$/);
    expect(sms.length).toBeLessThanOrEqual(gsm.test(sms) ? 160 : 70);
    const withLink = await builtInSms(messageOf(type, { locale, link }));
    expect(withLink).toMatch(/^[^\n{}]*Harbor[^\n{}]*: https:\/\/\S+$/);
  });
});

const addressWords: Record<(typeof supportedLanguages)[number], RegExp> = {
  ar: /عنوان|بريد/,
  de: /Adresse|E-Mail/i,
  en: /address|e-?mail/i,
  es: /dirección|correo/i,
  fr: /adresse|e-mail/i,
  it: /indirizzo|e-mail/i,
  ja: /アドレス|メール/,
  ko: /주소|이메일/,
  'pl-PL': /adres|e-mail/i,
  'pt-BR': /endereço|e-mail/i,
  'pt-PT': /endereço|e-mail/i,
  ru: /адрес|почт/i,
  th: /ที่อยู่|อีเมล/,
  'tr-TR': /adres|e-posta/i,
  'uk-UA': /адрес|пошт/i,
  'zh-CN': /地址|邮箱/,
  'zh-HK': /地址|電郵/,
  'zh-TW': /地址|郵件/,
};

test.each(supportedLanguages)('%s: a text message mentions the phone number, an email the address', async (locale) => {
  for (const payload of [
    { locale, code: '1' },
    { locale, link },
  ]) {
    const message = messageOf('BindNewIdentifier', payload);
    expect((await builtInSms(message)).replace(link, '')).not.toMatch(addressWords[locale]);
    expect((await builtInMail(message)).subject).toMatch(addressWords[locale]);
  }
  const { notices } = await messageWords(locale);
  expect(notices.what.phone).not.toMatch(addressWords[locale]);
});

test.each(supportedLanguages)('%s: has all texts, and none in common with English', async (tag) => {
  const [own, english] = await Promise.all([messageWords(tag), messageWords('en')]);
  const flat = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(flat);
  const placeholders = (sentence: string) => [...sentence.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
  expect(flat(own).map(placeholders)).toEqual(flat(english).map(placeholders));
  expect(flat(own).filter((sentence) => !sentence.trim() || /[!！]/.test(sentence))).toEqual([]);
  if (tag !== 'en') {
    expect(flat(own).filter((sentence) => flat(english).includes(sentence))).toEqual([]);
  }
});

test.each<[string | undefined, string]>([
  ['pt', 'pt-BR'],
  ['pt-AO', 'pt-BR'],
  ['zh-Hant', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['fr-CA', 'fr'],
  ['DE-at', 'de'],
  ['tlh', 'en'],
  ['not a tag', 'en'],
  [undefined, 'en'],
])('uses for %s the language %s', async (locale, expected) => {
  expect(messageLanguage(locale)).toBe(expected);
  const { html } = await builtInMail(messageOf('SignIn', { code: '1', ...(locale ? { locale } : {}) }));
  expect(html).toContain(`<html lang="${expected}"`);
});

test('falls back to the language of the application', async () => {
  const { subject } = await builtInMail(messageOf('SignIn', { code: '1', uiLocales: 'tlh de en' }));
  expect(subject).toBe('1 ist Ihr Code für die Anmeldung bei Harbor');
});

test('writes Arabic from right to left, but codes and links from left to right', async () => {
  const { html } = await builtInMail(messageOf('SignIn', { locale: 'ar', code: '483920', link }));
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toMatch(/class="code" dir="ltr"/);
  expect(html).toMatch(/class="link" dir="ltr"/);
  const english = await builtInMail(messageOf('SignIn', { code: '483920' }));
  expect(english.html).toContain('<html lang="en" dir="ltr">');
});

describe('the logo', () => {
  const htmlWith = async (more: Partial<MessageBrand>) =>
    (await builtInMail(messageOf('SignIn', { code: '1' }, more))).html;

  test('has the name of the application as alternative text', async () => {
    expect(await htmlWith({})).toMatch(/<img [^>]*src="https:\/\/harbor\.example\/logo\.png" alt="Harbor"/);
  });

  test('falls back to the name as text, and then loads nothing', async () => {
    const html = await htmlWith({ logoUrl: undefined, darkLogoUrl: 'https://harbor.example/dark.png' });
    expect(html).toContain('>Harbor</p>');
    expect(html).not.toMatch(/<img|src=|url\(|@import|<link/);
  });

  test('has a dark variant if the tenant has one', async () => {
    const darkLogoUrl = 'https://harbor.example/dark.png';
    expect(await htmlWith({ darkLogoUrl })).toContain(`src="${darkLogoUrl}"`);
    const html = await htmlWith({
      darkLogoUrl,
      color: { primaryColor: '#0E6B5C', isDarkModeEnabled: false, darkPrimaryColor: '#FFF' },
    });
    expect(html).not.toContain(darkLogoUrl);
    expect(html).not.toContain('prefers-color-scheme');
    expect(html).toContain('<meta name="color-scheme" content="light">');
  });

  test.each(['javascript:alert(1)', 'data:image/png;base64,AA', '/logo.png', 'logo.png', 'cid:x', ''])(
    'at %j is not shown',
    async (logoUrl) => expect(await htmlWith({ logoUrl })).not.toContain('<img'),
  );

  test('cannot break out of its attribute', async () => {
    const html = await htmlWith({ logoUrl: 'https://x.example/"onerror="alert(1)' });
    expect(html).not.toContain('"onerror');
  });
});

test.each(['#FFD400', '#000', '#fff', '#6139F6', '#808080', '#00ff00'])(
  'has readable text on a button in %s, in light and dark mode',
  async (color) => {
    const colors = { primaryColor: color, isDarkModeEnabled: true, darkPrimaryColor: color };
    const { html } = await builtInMail(messageOf('SignIn', { link }, { color: colors }));
    const light = /<a class="button"[^>]*background:(#\w{6})[^>]*;color:(#\w{6})/.exec(html) ?? [];
    const dark = /\.button\{background:(#\w{6})[^}]*;color:(#\w{6})/.exec(html) ?? [];
    for (const [, ground = '', ink = ''] of [light, dark]) {
      expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('ignores an invalid color', async () => {
  const hostile = { primaryColor: 'red;}</style><script>', isDarkModeEnabled: true, darkPrimaryColor: '#12345' };
  const { html } = await builtInMail(messageOf('SignIn', { link }, { color: hostile }));
  expect(html).not.toContain('script');
  expect(html).not.toContain('#12345;');
});

describe('a malicious name', () => {
  const name = '<b>"x"</b>\r\nBcc: v@example.com https://evil.example/a {{code}}\u202e';

  test.each(supportedLanguages)('stays text on one line and does not become a link in %s', async (locale) => {
    const payload = { locale, code: '483920' };
    for (const type of templateTypes) {
      const mail = await renderMail(undefined, messageOf(type, payload, { name }));
      expect(mail.subject).toMatch(/^483920\b.*$/);
      expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
      expect(mail.content).not.toContain('<b>');
      for (const part of [mail.subject, mail.content, mail.text]) {
        expect(part).not.toMatch(/evil\.example|https:\/\/evil|v@example/);
      }
      // Placeholders in values are not filled.
      expect(mail.subject).toContain('{{code}}');
      const sms = await renderSms(messageOf(type, payload, { name }));
      expect(sms).not.toMatch(/[\r\n\u202e\u200b]|evil\.example|:\/\/|v@example/);
      expect(sms).toMatch(/^483920\b/);
    }
  });

  test('is cut to the length of a subject', async () => {
    const { subject } = await builtInMail(messageOf('SignIn', { code: '1' }, { name: '😀'.repeat(500) }));
    expect([...subject].length).toBeLessThan(110);
    expect(subject.isWellFormed()).toBe(true);
  });
});

test('escapes a malicious code or link', async () => {
  const { html } = await builtInMail(
    messageOf('SignIn', { code: '<i>1</i>', link: 'https://x.example/"><script>alert(1)</script>' }),
  );
  expect(html).not.toMatch(/<i>|<script/);
  await expect(renderMail(undefined, messageOf('SignIn', { code: '1\r\nBcc: a@b.c' }))).rejects.toMatchObject({
    code: 'invalid_request_parameters',
  });
});

test.each(supportedLanguages)('%s: the invitation to a tenant contains all values and a button', async (locale) => {
  const invitation = { tenant: 'Northwind', product: 'Postern', inviter: 'Iris & Co', expiresAt: '23.11.2099 UTC' };
  const { subject, html, text } = await builtInMail(messageOf('OrganizationInvitation', { locale, link, invitation }));
  const { invitation: words } = await messageWords(locale);
  expect(subject).toMatch(/Northwind.*Postern|Postern.*Northwind/);
  expect(html).toContain(`>${words.accept}</a>`);
  expect(html).toContain('Iris &amp; Co');
  for (const value of Object.values(invitation)) {
    expect(text).toContain(value);
  }
  for (const part of [subject, html, text]) {
    expect(part).not.toMatch(/{{|undefined/);
  }
});

test('shows a button for the link of a notice, and escapes its text without filling placeholders', async () => {
  const notice = {
    subject: 'Changed at A & B',
    text: 'whole',
    lead: 'It was <changed> {{code}}.',
    action: 'Take back',
  };
  const { content, text } = await renderMail(undefined, messageOf('Generic', { notice, link, code: '483921' }));
  expect(content).toContain('It was &lt;changed&gt; {{code}}.');
  expect(content).toMatch(/<a class="button" href="[^"]+"[^>]*>Take back<\/a>/);
  expect(content).not.toContain('483921');
  expect(text).toContain(`Take back:\n${link}\n`);
});

test('shows the host of this server unchanged in place of a name', async () => {
  const message = messageOf('SignIn', { code: '483920' }, { name: 'auth.example.com', isOwnHost: true });
  expect((await builtInMail(message)).subject).toBe('483920 is your code to sign in to auth.example.com');
  expect(await builtInSms(message)).toBe('483920 is your code to sign in to auth.example.com');
});
