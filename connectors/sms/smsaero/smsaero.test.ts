import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { smsAero } from './index.ts';

const url = 'https://gate.smsaero.ru/v2/sms/send';
const config = {
  email: 'me@example.com',
  apiKey: 'canary',
  senderName: 'SMS Aero',
  templates: [{ usageType: 'SignIn', content: 'Код {{code}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const send = async (to = '79161234567', more: object = {}) =>
  (await smsAero(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(to));

test('sends a text message in the format of SMS Aero', async () => {
  provider = await fakeProvider({ [url]: { body: { success: true, data: { id: 1 }, message: null } } });
  await send('+79161234567');
  expect(provider.calls[0]).toMatchObject({
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('me@example.com:canary').toString('base64')}`,
      'content-type': 'application/json',
    },
  });
  expect(JSON.parse(provider.calls[0]?.body ?? '')).toEqual({
    number: '79161234567',
    text: 'Код 123456',
    sign: 'SMS Aero',
  });
});

test.each<[number, unknown, string, string]>([
  [401, { message: 'Your request was made with invalid credentials.' }, 'general', 'does not accept the credentials'],
  [400, { data: { sign: ['canary'] }, message: 'Validation error.' }, 'invalid_config', 'does not accept the sender'],
  [400, { data: { number: ['canary'] }, message: 'Validation error.' }, 'invalid_request_parameters', 'recipient'],
  [400, { data: { text: ['canary'] }, message: 'Validation error.' }, 'general', 'content of the message'],
  [200, { data: null, message: 'Not enough money.' }, 'general', 'balance and status'],
  [402, {}, 'general', 'balance and status'],
  [429, {}, 'rate_limit_exceeded', 'too many messages'],
  [200, { data: null, message: 'canary' }, 'general', 'did not take the message'],
  [200, 'canary', 'general', 'did not take the message'],
])('status %i with %o is %s', async (status, answer, code, sentence) => {
  const body = typeof answer === 'object' ? { success: false, ...answer } : answer;
  provider = await fakeProvider({ [url]: { status, body } });
  const error = await send().catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('rejects hostile values without a call', async () => {
  provider = await fakeProvider({});
  await expect(send('7916,7917')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  await expect(send('79161234567', { email: 'a@b:c' })).rejects.toMatchObject({ code: 'invalid_config' });
  expect(provider.calls).toEqual([]);
});
