import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { postmark } from './index.ts';

const url = 'https://api.postmarkapp.com/email';
const accepted = { body: { To: 'a@example.org', ErrorCode: 0, Message: 'OK' } };
const config = {
  serverToken: 'canary-token',
  fromEmail: 'Example <no-reply@example.com>',
  templates: [
    { usageType: 'SignIn', type: 'text/plain', subject: 'S', content: 'Code {{code}}' },
    { usageType: 'Register', templateAlias: 'welcome' },
  ],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const send = async (...given: Parameters<typeof message>) =>
  (await postmark(optionsFor(config, provider.egress))).sendMessage(message(...given));
const bodyOf = (index = 0) => JSON.parse(provider.calls[index]?.body ?? '');

test('sends a message in the format of Postmark', async () => {
  provider = await fakeProvider({ [url]: accepted });
  await send('a@example.org');
  expect(provider.calls[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json',
    'x-postmark-server-token': 'canary-token',
  });
  expect(bodyOf()).toEqual({
    From: 'Example <no-reply@example.com>',
    To: 'a@example.org',
    Subject: 'S',
    TextBody: 'Code 123456',
  });
  await send('a@example.org', 'BindMfa');
  expect(bodyOf(1).HtmlBody).toContain('123456');
  expect(bodyOf(1).TextBody).toContain('123456');
});

test('sends the model of a template stored at Postmark', async () => {
  provider = await fakeProvider({ [`${url}/withTemplate`]: accepted });
  await send('a@example.org', 'Register', { code: '1', user: { name: 'A' } });
  expect(bodyOf()).toEqual({
    From: 'Example <no-reply@example.com>',
    To: 'a@example.org',
    TemplateAlias: 'welcome',
    TemplateModel: { code: '1', user: { name: 'A' } },
  });
});

test("a notice and the tenant's template take precedence over a stored template", async () => {
  provider = await fakeProvider({ [url]: accepted });
  await send('a@example.org', 'Register', { notice: { subject: 'Changed', text: 'Your password changed.' } });
  expect(bodyOf()).toMatchObject({ Subject: 'Changed' });
  const template = async () => ({
    subject: 'T',
    content: 'x',
    sendFrom: 'o@example.com',
    replyTo: 'r@example.com',
  });
  const options = optionsFor(config, provider.egress, { getI18nEmailTemplate: template });
  await (await postmark(options)).sendMessage(message('a@example.org', 'Register'));
  expect(bodyOf(1)).toEqual({
    From: 'o@example.com',
    ReplyTo: 'r@example.com',
    To: 'a@example.org',
    Subject: 'T',
    HtmlBody: 'x',
  });
});

test.each<[number, number, string, string]>([
  [401, 10, 'general', 'does not accept the credentials (10)'],
  [422, 400, 'invalid_config', 'does not accept the sender'],
  [422, 401, 'invalid_config', 'does not accept the sender'],
  [422, 300, 'invalid_request_parameters', 'recipient'],
  [422, 406, 'invalid_request_parameters', 'recipient'],
  [422, 1101, 'invalid_config', 'does not accept this template'],
  [422, 412, 'general', 'balance and status'],
  [429, 0, 'rate_limit_exceeded', 'too many messages'],
  [500, 0, 'general', 'status 500'],
])('status %i with code %i is %s', async (status, ErrorCode, code, sentence) => {
  provider = await fakeProvider({ [url]: { status, body: { ErrorCode, Message: 'canary-token' } } });
  const error = await send('a@example.org').catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('rejects hostile values without a call', async () => {
  provider = await fakeProvider({});
  await expect(send('a@example.org, b@example.org')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  const hostile = { ...config, fromEmail: 'a@example.com\nBcc: b@example.com' };
  const sending = (await postmark(optionsFor(hostile, provider.egress))).sendMessage(message('a@example.org'));
  await expect(sending).rejects.toMatchObject({ code: 'invalid_config' });
  expect(provider.calls).toEqual([]);
});
