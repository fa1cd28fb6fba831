import { templateTypes } from '@postern/contracts/messages/email-templates';
import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { aliyunAuth } from './index.ts';

const url = 'https://dypnsapi.aliyuncs.com/';
const templates = templateTypes.map((usageType) => ({ usageType, templateCode: `code-${usageType}` }));
const config = { accessKeyId: 'LTAI', accessKeySecret: 'canary', signName: 'Acme', templates };

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());
const send = async (...given: Parameters<typeof message>) =>
  (await aliyunAuth(optionsFor(config, provider.egress))).sendMessage({ ...message(...given), minutes: 5 });

test('sends a signed request with the code and how long it is valid', async () => {
  provider = await fakeProvider({ [url]: { body: { Code: 'OK', Success: true } } });
  await send('8613800138000', 'ForgotPassword');
  expect(provider.calls[0]?.method).toBe('POST');
  expect(provider.calls[0]?.headers).toMatchObject({
    'x-acs-action': 'SendSmsVerifyCode',
    'x-acs-version': '2017-05-25',
    authorization: expect.stringContaining('ACS3-HMAC-SHA256 Credential=LTAI'),
  });
  expect(Object.fromEntries(provider.calls[0]?.url.searchParams ?? [])).toEqual({
    PhoneNumber: '13800138000',
    SignName: 'Acme',
    TemplateCode: 'code-ForgotPassword',
    TemplateParam: '{"code":"123456","min":"5"}',
  });
});

test('only numbers of mainland China, with a code', async () => {
  provider = await fakeProvider({});
  await expect(send('491701234567')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  await expect(send('8623800138000')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  await expect(send('13800138000', 'Generic', { link: 'https://x' })).rejects.toMatchObject({
    code: 'template_not_supported',
  });
  expect(provider.calls).toEqual([]);
});

test('requires a template for all nine purposes', async () => {
  provider = await fakeProvider({});
  const { configGuard } = await aliyunAuth(optionsFor(config, provider.egress));
  expect(configGuard.safeParse(config).success).toBe(true);
  for (const missing of templates) {
    const some = templates.filter((one) => one !== missing);
    expect(configGuard.safeParse({ ...config, templates: some }).success).toBe(false);
  }
});

test('explains a refusal, without what the provider says', async () => {
  provider = await fakeProvider({ [url]: { body: { Code: 'biz.FREQUENCY', Message: 'canary' } } });
  await expect(send('13800138000')).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
});
