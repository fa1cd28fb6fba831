import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { mailgun } from './index.ts';

const url = 'https://api.mailgun.net/v3/mg.example.com/messages';
const config = {
  domain: 'mg.example.com',
  apiKey: 'key-canary',
  from: 'Example <no-reply@mg.example.com>',
  deliveries: {
    SignIn: {
      subject: 'Code {{code}}',
      html: '<b>{{user.name}}</b>',
      text: '{{user.name}}',
      replyTo: 'help@example.com',
    },
    Register: { template: 'welcome', variables: { product: 'Example' } },
  },
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());
const fields = () => Object.fromEntries(new URLSearchParams(provider.calls[0]?.body));

test('sends a message of the config with values escaped in HTML only', async () => {
  provider = await fakeProvider({ [url]: { body: { id: '1' } } });
  const payload = { code: '1', user: { name: 'A & B' } };
  await (await mailgun(optionsFor(config, provider.egress))).sendMessage(message('a@example.org', 'SignIn', payload));
  expect(provider.calls[0]).toMatchObject({
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('api:key-canary').toString('base64')}` },
  });
  expect(fields()).toEqual({
    from: config.from,
    to: 'a@example.org',
    subject: 'Code 1',
    html: '<b>A &amp; B</b>',
    text: 'A & B',
    'h:Reply-To': 'help@example.com',
  });
});

test('sends the variables of a template stored at Mailgun', async () => {
  provider = await fakeProvider({ [url]: {} });
  await (await mailgun(optionsFor(config, provider.egress))).sendMessage(message('a@example.org', 'Register'));
  expect(fields()).toEqual({
    from: config.from,
    to: 'a@example.org',
    template: 'welcome',
    'h:X-Mailgun-Variables': JSON.stringify({ product: 'Example', code: '123456' }),
  });
});

test("prefers the tenant's template, and falls back to our text without an entry", async () => {
  provider = await fakeProvider({ [url]: {} });
  const template = async () => ({ subject: 'T', content: 'plain {{code}}', contentType: 'text/plain' as const });
  const withTemplates = optionsFor(config, provider.egress, { getI18nEmailTemplate: template });
  await (await mailgun(withTemplates)).sendMessage(message('a@example.org', 'SignIn'));
  expect(fields()).toMatchObject({ subject: 'T', text: 'plain 123456' });
  expect(fields().html).toBeUndefined();
  await (await mailgun(optionsFor(config, provider.egress))).sendMessage(message('a@example.org', 'BindMfa'));
  expect(provider.calls[1]?.body).toContain('123456');
});

test('uses the endpoint of the region', async () => {
  provider = await fakeProvider({ 'https://api.eu.mailgun.net/v3/mg.example.com/messages': {} });
  const options = optionsFor({ ...config, endpoint: 'https://api.eu.mailgun.net' }, provider.egress);
  await (await mailgun(options)).sendMessage(message('a@example.org'));
  expect(provider.calls[0]?.url.host).toBe('api.eu.mailgun.net');
});

test.each<[number, string]>([
  [401, 'general'],
  [500, 'general'],
  [429, 'rate_limit_exceeded'],
])('status %i is %s, without repeating the response', async (status, code) => {
  provider = await fakeProvider({ [url]: { status, body: 'key-canary is wrong' } });
  const sending = (await mailgun(optionsFor(config, provider.egress))).sendMessage(message('a@example.org'));
  const error = await sending.catch((one: unknown) => one);
  expect(error).toMatchObject({ code });
  expect(JSON.stringify(error)).not.toContain('canary');
});
