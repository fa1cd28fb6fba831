import { afterEach, expect, test } from 'vitest';
import { type Call, fakeProvider, message, optionsFor } from '../../testing.ts';
import { isSignedForAliyun } from '../../testing-signatures.ts';
import { aliyunSms } from './index.ts';

const url = 'https://dysmsapi.aliyuncs.com/';
const config = {
  accessKeyId: 'LTAI1',
  accessKeySecret: 'canary',
  signName: '示例',
  templates: [
    { usageType: 'SignIn', templateCode: 'SMS_1' },
    { usageType: 'Register', templateCode: { china: 'SMS_2', overseas: 'SMS_3' } },
    { usageType: 'Generic', templateCode: 'SMS_4', variables: { number: '{{code}}', app: '{{application.name}}' } },
  ],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

/** Checks the signature like Alibaba Cloud does. */
const accept = (call: Call) =>
  isSignedForAliyun(call, 'canary')
    ? { body: { Code: 'OK', Message: 'OK', BizId: '1' } }
    : { status: 400, body: { Code: 'SignatureDoesNotMatch' } };
const send = async (more: object, ...given: Parameters<typeof message>) =>
  (await aliyunSms(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(...given));
const query = (index = 0) => Object.fromEntries(provider.calls[index]?.url.searchParams ?? []);

test('sends a signed message with the code of an approved template', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send({}, '8613800138000');
  expect(provider.calls[0]).toMatchObject({
    method: 'POST',
    headers: { 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' },
  });
  expect(query()).toEqual({
    PhoneNumbers: '13800138000',
    SignName: '示例',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"123456"}',
  });
});

test('values of the message stay inside their variable', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send({}, '8613800138000', 'Generic', { code: '1', application: { name: 'A", "number": "{{code}}&x=1' } });
  expect(JSON.parse(query().TemplateParam ?? '')).toEqual({ number: '1', app: 'A", "number": "{{code}}&x=1' });
});

test.each<[string, boolean, string, string]>([
  ['8613800138000', false, '13800138000', 'SMS_2'],
  ['+8613800138000', true, '13800138000', 'SMS_2'],
  ['13800138000', false, '13800138000', 'SMS_2'],
  ['13800138000', true, '13800138000', 'SMS_3'],
  ['+13800138000', false, '13800138000', 'SMS_3'],
  ['85261234567', false, '85261234567', 'SMS_3'],
  ['491701234567', true, '491701234567', 'SMS_3'],
])('%s, strict %s: %s with template %s', async (to, strictPhoneRegionNumberCheck, number, template) => {
  provider = await fakeProvider({ [url]: accept });
  await send({ strictPhoneRegionNumberCheck }, to, 'Register');
  expect(query()).toMatchObject({ PhoneNumbers: number, TemplateCode: template });
});

test('a purpose without a template uses the one for any purpose', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send({}, '8613800138000', 'BindMfa');
  expect(query().TemplateCode).toBe('SMS_4');
});

test('sends neither purposes without a template nor notices', async () => {
  provider = await fakeProvider({});
  const templates = [{ usageType: 'SignIn', templateCode: 'SMS_1' }];
  await expect(send({ templates }, '8613800138000', 'BindMfa')).rejects.toMatchObject({ code: 'template_not_found' });
  const notice = { notice: { subject: 'S', text: 'T' } };
  await expect(send({}, '8613800138000', 'SignIn', notice)).rejects.toMatchObject({ code: 'template_not_supported' });
  await expect(send({}, '86;138')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});

test.each<[string, number, string, string]>([
  ['isv.BUSINESS_LIMIT_CONTROL', 200, 'rate_limit_exceeded', 'too many messages'],
  ['isv.DAY_LIMIT_CONTROL', 200, 'rate_limit_exceeded', 'too many messages'],
  ['isv.SMS_SIGNATURE_ILLEGAL', 200, 'invalid_config', 'does not accept the sender'],
  ['isv.SMS_TEMPLATE_ILLEGAL', 200, 'invalid_config', 'template'],
  ['isv.TEMPLATE_MISSING_PARAMETERS', 200, 'invalid_config', 'template'],
  ['isv.MOBILE_NUMBER_ILLEGAL', 200, 'invalid_request_parameters', 'recipient (isv.MOBILE_NUMBER_ILLEGAL)'],
  ['isv.AMOUNT_NOT_ENOUGH', 200, 'general', 'balance and status'],
  ['isp.RAM_PERMISSION_DENY', 200, 'general', 'credentials'],
  ['InvalidAccessKeyId.NotFound', 404, 'general', 'credentials'],
  ['isp.SYSTEM_ERROR', 200, 'general', 'did not take the message (isp.SYSTEM_ERROR)'],
])('%s (%i) is %s', async (Code, status, code, sentence) => {
  provider = await fakeProvider({ [url]: { status, body: { Code, Message: 'canary' } } });
  const error = await send({}, '8613800138000').catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('a response that is not JSON is not taken as success', async () => {
  provider = await fakeProvider({ [url]: { body: '<html>OK</html>' } });
  await expect(send({}, '8613800138000')).rejects.toMatchObject({ code: 'general' });
});
