import { afterEach, expect, test } from 'vitest';
import { emailService } from '../mail/built-in/index.ts';
import { smsService } from '../sms/built-in/index.ts';
import { type Call, fakeProvider, message, optionsFor } from '../testing.ts';

const tokens = 'https://auth.example.com/oidc/token';
const endpoint = 'https://cloud.example.com/api/messages';
const config = {
  tokenEndpoint: tokens,
  endpoint,
  resource: 'https://cloud.example.com/api',
  appId: 'app:1',
  appSecret: 'canary',
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const issue = (value: string, seconds = 3600) => ({ body: { access_token: value, expires_in: seconds } });
const calledAt = (url: string) => provider.calls.filter(({ url: { href } }) => href === url);
const mail = async (more: object = {}) => emailService(optionsFor({ ...config, ...more }, provider.egress));

test('hands the message over with a token for the resource and the permission to send email', async () => {
  provider = await fakeProvider({ [tokens]: issue('t1'), [endpoint]: { status: 204 } });
  const more = { senderName: 'Example', companyInformation: 'Example Ltd.', appLogo: 'https://example.com/l.png' };
  await (await mail(more)).sendMessage(message('a@example.org', 'SignIn', { code: '1', locale: 'de' }));
  const [token, sent] = provider.calls;
  expect(token?.headers.authorization).toBe(`Basic ${Buffer.from('app%3A1:canary').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
    grant_type: 'client_credentials',
    resource: 'https://cloud.example.com/api',
    scope: 'send:email',
  });
  expect(sent?.headers.authorization).toBe('Bearer t1');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    to: 'a@example.org',
    type: 'SignIn',
    payload: { code: '1', locale: 'de', ...more },
  });
});

test('text messages need the permission to send SMS', async () => {
  provider = await fakeProvider({ [tokens]: issue('t1'), [endpoint]: {} });
  await (await smsService(optionsFor(config, provider.egress))).sendMessage(message('491701234567'));
  expect(new URLSearchParams(provider.calls[0]?.body).get('scope')).toBe('send:sms');
  expect(JSON.parse(provider.calls[1]?.body ?? '')).toMatchObject({ to: '+491701234567' });
});

test('uses a token until it expires', async () => {
  provider = await fakeProvider({ [tokens]: issue('t1'), [endpoint]: {} });
  const connector = await mail();
  await connector.sendMessage(message('a@example.org'));
  await connector.sendMessage(message('b@example.org'));
  expect(calledAt(tokens).length).toBe(1);
  await connector.sendMessage(message('b@example.org'), { ...config, appSecret: 'other' });
  expect(calledAt(tokens).length).toBe(2);
  await provider.close();

  provider = await fakeProvider({ [tokens]: issue('t1', 20), [endpoint]: {} });
  const short = await mail();
  await short.sendMessage(message('a@example.org'));
  await short.sendMessage(message('b@example.org'));
  expect(calledAt(tokens).length).toBe(2);
});

test('gets a new token once if the service no longer accepts the old one', async () => {
  let issued = 0;
  provider = await fakeProvider({
    [tokens]: () => issue(`t${++issued}`),
    [endpoint]: ({ headers }: Call) => ({ status: headers.authorization === 'Bearer t2' ? 204 : 401 }),
  });
  await (await mail()).sendMessage(message('a@example.org'));
  expect(calledAt(endpoint).map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  await provider.close();

  provider = await fakeProvider({ [tokens]: issue('t1'), [endpoint]: { status: 401 } });
  await expect((await mail()).sendMessage(message('a@example.org'))).rejects.toMatchObject({ code: 'general' });
  expect(calledAt(endpoint).length).toBe(2);
});

test.each<[string, object, string, string]>([
  ['wrong secret', { status: 401, body: { error: 'invalid_client' } }, 'general', 'credentials (invalid_client)'],
  ['wrong secret with 400', { status: 400, body: { error: 'invalid_client' } }, 'general', 'credentials'],
  ['server error', { status: 500, body: 'canary' }, 'general', 'status 500'],
  ['no token', { body: { token_type: 'Bearer' } }, 'invalid_response', 'no access token'],
  ['hostile token', { body: { access_token: 'a\r\nx: y' } }, 'invalid_response', 'no access token'],
])('token endpoint: %s', async (_, answer, code, sentence) => {
  provider = await fakeProvider({ [tokens]: answer });
  const error = await (await mail()).sendMessage(message('a@example.org')).catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('the service may limit the number of messages', async () => {
  provider = await fakeProvider({ [tokens]: issue('t1'), [endpoint]: { status: 429 } });
  const sending = (await mail()).sendMessage(message('a@example.org'));
  await expect(sending).rejects.toMatchObject({ code: 'usage_limit_exceeded' });
});

test('rejects links in the company information, and several recipients', async () => {
  provider = await fakeProvider({});
  for (const companyInformation of [
    'Visit https://example.com',
    'www.example.com',
    'a\nb',
    'evil.com/login',
    'https:evil.com',
  ]) {
    const sending = (await mail({ companyInformation })).sendMessage(message('a@example.org'));
    await expect(sending).rejects.toMatchObject({ code: 'invalid_config' });
  }
  const named = (await mail({ senderName: 'evil.com/login' })).sendMessage(message('a@example.org'));
  await expect(named).rejects.toMatchObject({ code: 'invalid_config' });
  const sending = (await mail()).sendMessage(message('a@example.org,b@example.org'));
  await expect(sending).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});
