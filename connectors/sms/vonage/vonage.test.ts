import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { vonage } from './index.ts';

const url = 'https://rest.nexmo.com/sms/json';
const config = {
  apiKey: 'abcd1234',
  apiSecret: 'canary',
  brandName: 'Example',
  templates: [{ usageType: 'SignIn', content: '{{code}} for {{application.name}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const statuses = (...all: string[]) => ({
  body: { 'message-count': String(all.length), messages: all.map((status) => ({ status, 'error-text': 'canary' })) },
});
const send = async (...given: Parameters<typeof message>) =>
  (await vonage(optionsFor(config, provider.egress))).sendMessage(message(...given));
const fields = (index = 0) => Object.fromEntries(new URLSearchParams(provider.calls[index]?.body));

test('sends a text message in the format of Vonage', async () => {
  provider = await fakeProvider({ [url]: statuses('0', '0') });
  await send('491701234567', 'SignIn', { code: '1', application: { name: 'A & B' } });
  expect(fields()).toEqual({
    api_key: 'abcd1234',
    api_secret: 'canary',
    from: 'Example',
    to: '491701234567',
    text: '1 for A & B',
  });
});

test('sends other alphabets as Unicode', async () => {
  provider = await fakeProvider({ [url]: statuses('0') });
  await send('+491701234567', 'SignIn', { code: '1', application: { name: 'Größe €' } });
  expect(fields().type).toBeUndefined();
  await send('+491701234567', 'SignIn', { code: '1', application: { name: '示例' } });
  expect(fields(1)).toMatchObject({ type: 'unicode', text: '1 for 示例', to: '491701234567' });
});

test.each<[string, string, string]>([
  ['1', 'rate_limit_exceeded', 'too many messages'],
  ['4', 'general', 'does not accept the credentials (4)'],
  ['15', 'invalid_config', 'does not accept the sender'],
  ['7', 'invalid_request_parameters', 'recipient'],
  ['29', 'invalid_request_parameters', 'recipient'],
  ['9', 'general', 'balance and status'],
  ['5', 'general', 'did not take the message (5)'],
])('status %s is %s, also in the second part of a long text', async (status, code, sentence) => {
  provider = await fakeProvider({ [url]: statuses('0', status) });
  const error = await send('491701234567').catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('an unreadable response is not taken as success, and an invalid number is not sent', async () => {
  provider = await fakeProvider({ [url]: { body: { messages: [null, 'x'] } } });
  await expect(send('491701234567')).rejects.toMatchObject({ code: 'general' });
  await expect(send('+49&to=1900')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls.length).toBe(1);
});
