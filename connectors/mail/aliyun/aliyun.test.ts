import { afterEach, expect, test } from 'vitest';
import { type Call, fakeProvider, message, optionsFor } from '../../testing.ts';
import { isSignedForAliyun } from '../../testing-signatures.ts';
import { aliyunMail } from './index.ts';

const url = 'https://dm.aliyuncs.com/';
const config = {
  accessKeyId: 'LTAI1',
  accessKeySecret: 'canary',
  accountName: 'no-reply@mail.example.com',
  fromAlias: 'Example',
  templates: [{ usageType: 'SignIn', type: 'text/plain', subject: 'S', content: 'Code {{code}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

/** Checks the signature like Alibaba Cloud does. */
const accept = (call: Call) =>
  isSignedForAliyun(call, 'canary')
    ? { body: { EnvId: '1', RequestId: '2' } }
    : { status: 400, body: { Code: 'SignatureDoesNotMatch' } };
const fields = (index = 0) => Object.fromEntries(new URLSearchParams(provider.calls[index]?.body));
const send = async (more: object = {}, to = 'a@example.org') =>
  (await aliyunMail(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(to));

test('calls the region of the account', async () => {
  provider = await fakeProvider({ 'https://dm.ap-southeast-1.aliyuncs.com/': accept });
  await send({ regionId: 'ap-southeast-1' });
  expect(provider.calls).toHaveLength(1);
  await expect(send({ regionId: 'elsewhere.evil.test' })).rejects.toMatchObject({ code: 'invalid_config' });
});

test('sends a signed message in the format of Direct Mail', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send();
  expect(provider.calls[0]).toMatchObject({
    method: 'POST',
    headers: { 'x-acs-action': 'SingleSendMail', 'x-acs-version': '2015-11-23' },
  });
  expect(fields()).toEqual({
    AccountName: 'no-reply@mail.example.com',
    AddressType: '1',
    ReplyToAddress: 'false',
    ToAddress: 'a@example.org',
    FromAlias: 'Example',
    Subject: 'S',
    TextBody: 'Code 123456',
  });
});

test('each call has its own nonce', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send();
  await send();
  const nonces = provider.calls.map(({ headers }) => headers['x-acs-signature-nonce']);
  expect(new Set(nonces).size).toBe(2);
});

test('sends HTML with plain text, and the addresses of a template', async () => {
  provider = await fakeProvider({ [url]: accept });
  await (await aliyunMail(optionsFor(config, provider.egress))).sendMessage(message('a@example.org', 'BindMfa'));
  expect(fields().HtmlBody).toContain('123456');
  expect(fields().TextBody).toContain('123456');
  const template = async () => ({
    subject: 'T',
    content: '<b>x</b>',
    sendFrom: 'Other <o@example.com>',
    replyTo: 'Help <r@example.com>',
  });
  const options = optionsFor(config, provider.egress, { getI18nEmailTemplate: template });
  await (await aliyunMail(options)).sendMessage(message('a@example.org'));
  expect(fields(1)).toMatchObject({
    AccountName: 'o@example.com',
    FromAlias: 'Other',
    ReplyAddress: 'r@example.com',
    ReplyAddressAlias: 'Help',
    HtmlBody: '<b>x</b>',
  });
});

test.each<[string, number, string, string]>([
  ['InvalidAccessKeyId.NotFound', 404, 'general', 'does not accept the credentials (InvalidAccessKeyId.NotFound)'],
  ['SignatureDoesNotMatch', 400, 'general', 'credentials'],
  ['Throttling.User', 400, 'rate_limit_exceeded', 'too many messages'],
  ['InvalidMailAddress.NotFound', 404, 'invalid_config', 'does not accept the sender'],
  ['InvalidMailAddressStatus.Malformed', 400, 'invalid_config', 'does not accept the sender'],
  ['InvalidToAddress', 400, 'invalid_request_parameters', 'recipient'],
  ['InvalidSendMail.Spam', 400, 'general', 'content'],
  ['InternalError', 500, 'general', 'did not take the message (status 500)'],
])('%s (%i) is %s', async (Code, status, code, sentence) => {
  provider = await fakeProvider({ [url]: { status, body: { Code, Message: 'canary' } } });
  const error = await send().catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('a wrong secret is reported as such', async () => {
  provider = await fakeProvider({ [url]: accept });
  await expect(send({ accessKeySecret: 'wrong' })).rejects.toMatchObject({ code: 'general' });
});

test('rejects several recipients without a call', async () => {
  provider = await fakeProvider({});
  await expect(send({}, 'a@example.org,b@example.org')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});
