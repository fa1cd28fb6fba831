import { afterEach, expect, test } from 'vitest';
import { type Call, fakeProvider, message, optionsFor } from '../../testing.ts';
import { isSignedForTencent } from '../../testing-signatures.ts';
import { tencent } from './index.ts';

const url = 'https://sms.tencentcloudapi.com/';
const config = {
  accessKeyId: 'AKID1',
  accessKeySecret: 'canary',
  signName: '示例',
  sdkAppId: '1400006666',
  region: 'ap-guangzhou',
  templates: [
    { usageType: 'SignIn', templateCode: '101' },
    {
      usageType: 'Generic',
      templateCode: { china: '102', overseas: '103' },
      variables: ['{{code}}', '10', '{{user.name}}'],
    },
  ],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const failed = (Code: string) => ({ body: { Response: { Error: { Code, Message: 'canary' }, RequestId: '1' } } });
const status = (Code: string) => ({ body: { Response: { SendStatusSet: [{ Code, Message: 'canary' }] } } });
/** Checks the signature like Tencent Cloud does. */
const accept = (call: Call) =>
  isSignedForTencent(call, 'canary') ? status('Ok') : failed('AuthFailure.SignatureFailure');
const send = async (more: object, ...given: Parameters<typeof message>) =>
  (await tencent(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(...given));
const bodyOf = (index = 0) => JSON.parse(provider.calls[index]?.body ?? '');

test('sends a signed message in the format of Tencent Cloud', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send({}, '8613800138000');
  expect(provider.calls[0]).toMatchObject({
    method: 'POST',
    headers: { 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou' },
  });
  expect(bodyOf()).toEqual({
    PhoneNumberSet: ['+8613800138000'],
    SmsSdkAppId: '1400006666',
    SignName: '示例',
    TemplateId: '101',
    TemplateParamSet: ['123456'],
  });
});

test('fills the variables in their order, and chooses the template by country', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send({}, '+8613800138000', 'Generic', { code: '7', user: { name: '{{code}}' } });
  expect(bodyOf()).toMatchObject({ TemplateId: '102', TemplateParamSet: ['7', '10', '{{code}}'] });
  await send({}, '491701234567', 'Generic', { code: '7' });
  expect(bodyOf(1)).toMatchObject({ TemplateId: '103', PhoneNumberSet: ['+491701234567'] });
});

test('sends neither purposes without a template nor notices, and no header of the region', async () => {
  provider = await fakeProvider({});
  const templates = [{ usageType: 'SignIn', templateCode: '101' }];
  await expect(send({ templates }, '8613800138000', 'BindMfa')).rejects.toMatchObject({ code: 'template_not_found' });
  const notice = { notice: { subject: 'S', text: 'T' } };
  await expect(send({}, '8613800138000', 'SignIn', notice)).rejects.toMatchObject({ code: 'template_not_supported' });
  await expect(send({ region: 'a\r\nx: y' }, '8613800138000')).rejects.toMatchObject({ code: 'invalid_config' });
  await expect(send({}, '+86,+49')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});

test.each<[string, object, string, string]>([
  ['AuthFailure.SecretIdNotFound', failed('AuthFailure.SecretIdNotFound'), 'general', 'credentials'],
  ['UnauthorizedOperation', failed('UnauthorizedOperation'), 'general', 'credentials'],
  ['RequestLimitExceeded', failed('RequestLimitExceeded'), 'rate_limit_exceeded', 'too many messages'],
  ['daily limit', status('LimitExceeded.PhoneNumberDailyLimit'), 'rate_limit_exceeded', 'too many messages'],
  ['signature', status('FailedOperation.SignatureIncorrectOrUnapproved'), 'invalid_config', 'the sender'],
  ['template', status('FailedOperation.TemplateIncorrectOrUnapproved'), 'invalid_config', 'this template'],
  ['number', status('InvalidParameterValue.IncorrectPhoneNumber'), 'invalid_request_parameters', 'recipient'],
  ['blocked number', status('FailedOperation.PhoneNumberInBlacklist'), 'invalid_request_parameters', 'recipient'],
  ['balance', status('FailedOperation.InsufficientBalanceInSmsPackage'), 'general', 'balance and status'],
  ['app', status('UnauthorizedOperation.SdkAppIdIsDisabled'), 'general', 'balance and status'],
  ['unknown', status('InternalError.Timeout'), 'general', 'did not take the message (InternalError.Timeout)'],
  ['no JSON', { body: 'Ok' }, 'general', 'did not take the message'],
])('%s: %o is %s', async (_, answer, code, sentence) => {
  provider = await fakeProvider({ [url]: answer });
  const error = await send({}, '8613800138000').catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('a wrong secret is reported as such', async () => {
  provider = await fakeProvider({ [url]: accept });
  const sending = send({ accessKeySecret: 'wrong' }, '8613800138000');
  await expect(sending).rejects.toMatchObject({ message: expect.stringContaining('AuthFailure.SignatureFailure') });
});
