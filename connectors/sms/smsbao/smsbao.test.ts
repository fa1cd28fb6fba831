import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { smsBao } from './index.ts';

const url = 'https://api.smsbao.com/sms';
const config = {
  username: 'acme',
  passwordOrApiKey: 'password',
  templates: [{ usageType: 'SignIn', content: '【Acme】{{code}} & more' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());
const send = async (more: object, ...given: Parameters<typeof message>) =>
  (await smsBao(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(...given));
const query = (index: number) => Object.fromEntries(provider.calls[index]?.url.searchParams ?? []);

test('sends a message in the format of SMSBao', async () => {
  provider = await fakeProvider({ [url]: { body: '0' } });
  await send({}, '8613800138000');
  expect(provider.calls[0]?.method).toBe('GET');
  expect(query(0)).toEqual({
    u: 'acme',
    // The MD5 of `password`.
    p: '5f4dcc3b5aa765d61d8327deb882cf99',
    m: '13800138000',
    c: '【Acme】123456 & more',
  });
  const key = '0123456789abcdef0123456789abcdef';
  await send({ passwordOrApiKey: key, goodsId: '7' }, '13800138000');
  expect(query(1)).toMatchObject({ p: key, g: '7', m: '13800138000' });
});

test('does not call for numbers of other countries', async () => {
  provider = await fakeProvider({});
  await expect(send({}, '491701234567')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});

test.each([
  ['30', 'SMSBao does not accept the credentials (30).'],
  ['41', 'SMSBao does not send for this account. Check its balance and status (41).'],
  ['50', 'SMSBao does not accept the content of the message (50).'],
  ['51', 'SMSBao cannot send to this recipient (51).'],
  ['<html>5f4dcc3b</html>', 'SMSBao did not take the message.'],
])('explains the response %s', async (body, text) => {
  provider = await fakeProvider({ [url]: { body } });
  await expect(send({}, '13800138000')).rejects.toMatchObject({ message: text });
});
