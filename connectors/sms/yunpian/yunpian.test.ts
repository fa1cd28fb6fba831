import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { yunpian } from './index.ts';

const url = 'https://sms.yunpian.com/v2/sms/single_send.json';
const config = { apikey: 'canary', templates: [{ usageType: 'SignIn', content: '【示例】Code {{code}}' }] };

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const send = async (to = '8613800138000', more: object = {}) =>
  (await yunpian(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(to));
const fields = () => Object.fromEntries(new URLSearchParams(provider.calls[0]?.body));

test('sends a text message in the format of Yunpian', async () => {
  provider = await fakeProvider({ [url]: { body: { code: 0, msg: 'OK', count: 1 } } });
  await send();
  expect(provider.calls[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(fields()).toEqual({ apikey: 'canary', mobile: '13800138000', text: '【示例】Code 123456' });
});

test('sends to other countries only if they are turned on', async () => {
  provider = await fakeProvider({ [url]: { body: { code: 0 } } });
  await expect(send('491701234567')).rejects.toMatchObject({
    code: 'invalid_request_parameters',
    message: 'Messages are only sent to phone numbers in mainland China.',
  });
  await expect(send('491701234567', { unsupportedCountriesMsg: '仅支持中国大陆' })).rejects.toMatchObject({
    message: '仅支持中国大陆',
  });
  expect(provider.calls).toEqual([]);
  await send('491701234567', { enableInternational: true });
  expect(provider.calls[0]?.body).toContain('mobile=%2B491701234567');
});

test.each<[number, number, string, string]>([
  [400, 9, 'rate_limit_exceeded', 'too many messages'],
  [400, 22, 'rate_limit_exceeded', 'too many messages'],
  [400, -1, 'general', 'does not accept the credentials (-1)'],
  [400, 5, 'invalid_config', 'this template'],
  [400, 16, 'invalid_config', 'does not accept the sender'],
  [400, 2, 'invalid_request_parameters', 'recipient'],
  [400, 20, 'invalid_request_parameters', 'recipient'],
  [400, 4, 'general', 'content of the message'],
  [400, 3, 'general', 'balance and status'],
  [200, 28, 'general', 'did not take the message (28)'],
  [500, -50, 'general', 'status 500'],
])('status %i with code %i is %s', async (status, providerCode, code, sentence) => {
  const body = { http_status_code: status, code: providerCode, msg: 'canary', detail: 'canary' };
  provider = await fakeProvider({ [url]: { status, body } });
  const error = await send().catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('rejects an invalid number without a call', async () => {
  provider = await fakeProvider({});
  await expect(send('86138;1')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});
