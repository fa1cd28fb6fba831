import { describe, expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';
import { headerValue, mailAddress, phoneNumber } from './refuse-injection.ts';
import { renderMail } from './render-message.ts';

const payload = {
  code: '123456',
  user: { name: '<script>alert("x")</script>', profile: { city: 'Köln' } },
  application: { name: 'Shop & Co' },
  count: 3,
  hostile: 'x\r\nBcc: victim@example.com',
  nested: '{{code}}',
};

describe('fillTemplate', () => {
  test.each<[string, string]>([
    ['{{code}}', '123456'],
    ['{{ code }}', '123456'],
    ['{{user.profile.city}} {{count}}', 'Köln 3'],
    ['{{application.name}}', 'Shop & Co'],
    ['{{unknown}}|{{user.unknown.deep}}', '|'],
    ['{{user}}', ''],
    ['{{constructor}}{{__proto__}}{{user.constructor.name}}{{code.length}}', ''],
    ['{{nested}}', '{{code}}'],
    ['{{user name}}{{ user[0] }}{{#if code}}{{}}{{a.b.c.d.e.f.g.h}}{{\ncode\n}}', '123456'],
    ['{{code', '{{code'],
    ['{ {code} }', '{ {code} }'],
  ])('replaces %s with %j', (template, expected) => expect(fillTemplate(template, payload, 'text')).toBe(expected));

  test('escapes values in HTML', () => {
    expect(fillTemplate('<b title="{{user.name}}">{{application.name}}</b>', payload, 'html')).toBe(
      '<b title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;">Shop &amp; Co</b>',
    );
  });

  test('keeps values on one line in a header', () => {
    expect(fillTemplate('Hello {{hostile}}', payload, 'header')).toBe('Hello x Bcc: victim@example.com');
    expect(fillTemplate('{{a}}', { a: 'x\u2028y\u0085z\0' }, 'header')).toBe('x y z ');
  });

  test('handles a malicious template quickly (attack 36)', () => {
    // The minimum of several runs ignores delays of a busy machine.
    const tries = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      fillTemplate('{{'.repeat(100_000), payload, 'html');
      fillTemplate(`{{${'a.'.repeat(50_000)}}}`, payload, 'html');
      fillTemplate(`{{${' '.repeat(100_000)}code}}`, payload, 'html');
      return performance.now() - startedAt;
    });
    expect(Math.min(...tries)).toBeLessThan(500);
  });
});

describe('headers and recipients', () => {
  test.each([
    'a@b.c\r\nBcc: x@y.z',
    'a@b.c, d@e.f',
    'A <a@b.c>',
    'a@b@c',
    '@b.c',
    'a@',
    'a b@c.d',
    'a@b.c\n',
    '"a"@b.c',
  ])('rejects %j as a recipient', (value) =>
    expect(() => mailAddress(value)).toThrow(expect.objectContaining({ code: 'invalid_request_parameters' })),
  );
  test('accepts plain addresses', () => {
    for (const value of ['a@b.c', 'first.last+tag@sub.example.com', 'ü@exämple.de']) {
      expect(mailAddress(value)).toBe(value);
    }
  });
  test('adds the plus to phone numbers', () => {
    expect(phoneNumber('491701234567')).toBe('+491701234567');
    expect(phoneNumber('+491701234567')).toBe('+491701234567');
    for (const value of ['', '49 170', '+49;x', '1'.repeat(30), '49\n']) {
      expect(() => phoneNumber(value)).toThrow();
    }
  });
  test('keeps a header on one line', () => {
    expect(() => headerValue('subject', 'x\r\nBcc: y')).toThrow(
      expect.objectContaining({ code: 'invalid_request_parameters' }),
    );
  });
});

describe('a rendered message', () => {
  const message = { to: 'a@b.c', type: 'SignIn' as const, payload, brand: { name: 'Acme' } };

  test("uses the tenant's template, then the connector's, then ours", async () => {
    const tenants = async () => ({ subject: 'T {{code}}', content: '{{code}}', contentType: 'text/plain' as const });
    const own = { subject: 'C', content: '<p>{{code}}</p>' };
    expect((await renderMail(tenants, message, own)).subject).toBe('T 123456');
    expect(await renderMail(async () => undefined, message, own)).toMatchObject({
      subject: 'C',
      content: '<p>123456</p>',
      contentType: 'text/html',
    });
    expect(await renderMail(undefined, message)).toMatchObject({
      subject: '123456 is your code to sign in to Acme',
      content: expect.stringContaining('>123456<'),
      text: expect.stringContaining('\n123456\n'),
    });
  });

  test('rejects a template whose subject has two lines', async () => {
    const hostile = async () => ({ subject: 'x\r\nBcc: y@z.a', content: '' });
    await expect(renderMail(hostile, message)).rejects.toMatchObject({ code: 'invalid_request_parameters' });
    const sender = async () => ({ subject: 'x', content: '', sendFrom: 'a@b.c\nTo: y@z.a' });
    await expect(renderMail(sender, message)).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  });

  test('uses the language of the user, else of the application', async () => {
    const asked: unknown[] = [];
    const template = async (_type: unknown, tag?: string) => void asked.push(tag);
    await renderMail(template, { ...message, payload: { locale: 'pt-BR', uiLocales: 'de en' } });
    await renderMail(template, { ...message, payload: { uiLocales: 'de en' } });
    await renderMail(template, { ...message, payload: {} });
    expect(asked).toEqual(['pt-BR', 'de', undefined]);
  });
});
