import { expect, test } from 'vitest';
import { namesAddress } from './names-address.ts';

test.each([
  'evil.com/login',
  'https:evil.com',
  'https:evil',
  'Visit HTTPS://EVIL.COM now',
  '//evil.com',
  'www.example',
  'Support (evil.co.uk)',
  'a@evil.com',
  'mailto:a',
  '192.168.0.1/login',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil.\u200bcom',
  'пример.рф',
  'evil.xn--p1ai',
])('%s names an address', (text) => {
  expect(namesAddress(text)).toBe(true);
});

test.each([
  'Example Ltd., 1 Example Street, London',
  'Fiat S.p.A.',
  'Verein e.V., Berlin',
  'Acme, Inc. New York',
  'Tel.: 030 123456',
  'Version 1.2',
  'AC/DC Records',
  '株式会社。東京',
  'Dr. Müller & Söhne',
])('%s names none', (text) => {
  expect(namesAddress(text)).toBe(false);
});
