import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { gatewayApi } from './index.ts';

const url = 'https://gatewayapi.com/rest/mtsms';
const config = {
  endpoint: url,
  apiToken: 'canary',
  sender: 'Example',
  templates: [{ usageType: 'SignIn', content: '{{code}} for {{application.name}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const send = async (more: object, ...given: Parameters<typeof message>) =>
  (await gatewayApi(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(...given));
const bodyOf = (index = 0) => JSON.parse(provider.calls[index]?.body ?? '');

test('sends a text message in the format of GatewayAPI', async () => {
  provider = await fakeProvider({ [url]: { body: { ids: [1] } } });
  await send({}, '+4512345678', 'SignIn', { code: '1', application: { name: 'Acme' } });
  expect(provider.calls[0]?.headers).toMatchObject({
    authorization: 'Token canary',
    'content-type': 'application/json',
  });
  expect(bodyOf()).toEqual({ sender: 'Example', message: '1 for Acme', recipients: [{ msisdn: 4512345678 }] });
  await send({}, '4512345678', 'SignIn', { code: '1', application: { name: 'Ω示' } });
  expect(bodyOf(1)).toMatchObject({ encoding: 'UCS2' });
});

test('uses the endpoint of the EU platform', async () => {
  provider = await fakeProvider({ 'https://gatewayapi.eu/rest/mtsms': { body: { ids: [1] } } });
  await send({ endpoint: 'https://gatewayapi.eu/rest/mtsms' }, '4512345678');
  expect(provider.calls[0]?.url.host).toBe('gatewayapi.eu');
});

test.each<[number, string, string, string]>([
  [403, 'Unauthorized IP-address: %1', 'general', 'does not accept the credentials (0x0213)'],
  [401, '', 'general', 'does not accept the credentials (status 401)'],
  [422, 'Invalid msisdn', 'invalid_request_parameters', 'recipient (0x0213)'],
  [422, 'Invalid sender', 'invalid_config', 'does not accept the sender'],
  [403, 'Insufficient credit', 'general', 'balance and status'],
  [429, '', 'rate_limit_exceeded', 'too many messages'],
  [500, 'Oops', 'general', 'status 500'],
])('status %i "%s" is %s', async (status, text, code, sentence) => {
  const body = { code: '0x0213', incident_uuid: 'canary', message: text, variables: ['canary'] };
  provider = await fakeProvider({ [url]: { status, body } });
  const error = await send({}, '4512345678').catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('rejects hostile values without a call', async () => {
  provider = await fakeProvider({});
  const number = { code: 'invalid_request_parameters' };
  await expect(send({}, '12345678901234567890')).rejects.toMatchObject(number);
  await expect(send({}, '45,46')).rejects.toMatchObject(number);
  await expect(send({ apiToken: 'a\r\nx: y' }, '45')).rejects.toMatchObject({ code: 'invalid_config' });
  await expect(send({ endpoint: 'file:///etc/passwd' }, '45')).rejects.toMatchObject({ code: 'invalid_config' });
  expect(provider.calls).toEqual([]);
});
