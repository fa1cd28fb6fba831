import { afterEach, expect, test } from 'vitest';
import { type Call, fakeProvider, message, optionsFor } from '../../testing.ts';
import { isSignedForAws } from '../../testing-signatures.ts';
import { ses } from './index.ts';

const url = 'https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails';
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYcanary';
const config = {
  accessKeyId: 'AKIDEXAMPLE',
  accessKeySecret: secret,
  region: 'eu-central-1',
  emailAddress: 'Example <no-reply@example.com>',
  templates: [{ usageType: 'SignIn', type: 'text/plain', subject: 'S', content: 'Code {{code}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

/** Checks the signature like AWS does. */
const accept = (call: Call) =>
  isSignedForAws(call, secret)
    ? { body: { MessageId: '1' } }
    : { status: 403, headers: { 'x-amzn-errortype': 'SignatureDoesNotMatch' }, body: { message: 'no' } };

const send = async (more: object = {}, ...given: Partial<Parameters<typeof message>>) => {
  const [to = 'a@example.org', ...rest] = given;
  return (await ses(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(to, ...rest));
};
const bodyOf = (index = 0) => JSON.parse(provider.calls[index]?.body ?? '');

// The case get-vanilla of the test suite for Signature Version 4.
test('the fake accepts the published signature of AWS', async () => {
  provider = await fakeProvider({});
  const vanilla = {
    url: new URL('https://example.amazonaws.com/'),
    method: 'GET',
    body: '',
    headers: {
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    },
  };
  expect(isSignedForAws(vanilla, 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY')).toBe(true);
  expect(isSignedForAws({ ...vanilla, body: 'x' }, 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY')).toBe(false);
});

test('sends a signed message in the format of SES', async () => {
  provider = await fakeProvider({ [url]: accept });
  await send();
  expect(provider.calls[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(provider.calls[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/ses\/aws4_request, /,
  );
  expect(bodyOf()).toEqual({
    FromEmailAddress: 'Example <no-reply@example.com>',
    Destination: { ToAddresses: ['a@example.org'] },
    Content: {
      Simple: {
        Subject: { Data: 'S', Charset: 'UTF-8' },
        Body: { Text: { Data: 'Code 123456', Charset: 'UTF-8' } },
      },
    },
  });
});

test('sends all optional settings, and both forms of the built-in message', async () => {
  provider = await fakeProvider({ [url]: accept });
  const arn = 'arn:aws:ses:eu-central-1:123456789012:identity/example.com';
  const more = {
    emailAddress: 'Müller <no-reply@example.com>',
    emailAddressIdentityArn: arn,
    feedbackForwardingEmailAddress: 'bounces@example.com',
    feedbackForwardingEmailAddressIdentityArn: arn,
    configurationSetName: 'set',
  };
  await send(more, 'a@example.org', 'BindMfa');
  expect(bodyOf()).toMatchObject({
    FromEmailAddress: '=?UTF-8?B?TcO8bGxlcg==?= <no-reply@example.com>',
    FromEmailAddressIdentityArn: arn,
    FeedbackForwardingEmailAddress: 'bounces@example.com',
    FeedbackForwardingEmailAddressIdentityArn: arn,
    ConfigurationSetName: 'set',
  });
  const { Html, Text } = bodyOf().Content.Simple.Body;
  expect(Html.Data).toContain('123456');
  expect(Text.Data).toContain('123456');
});

test('uses sender and reply address of a template; without any sender it says so', async () => {
  provider = await fakeProvider({ [url]: accept });
  const template = async () => ({ subject: 'T', content: 'x', sendFrom: 'o@example.com', replyTo: 'r@example.com' });
  const { emailAddress: _, ...noSender } = config;
  const options = optionsFor(noSender, provider.egress, { getI18nEmailTemplate: template });
  await (await ses(options)).sendMessage(message('a@example.org'));
  expect(bodyOf()).toMatchObject({ FromEmailAddress: 'o@example.com', ReplyToAddresses: ['r@example.com'] });
  await expect(send({ emailAddress: undefined })).rejects.toMatchObject({ code: 'invalid_config' });
  expect(provider.calls.length).toBe(1);
});

test.each<[string, number, string, string, string]>([
  ['SignatureDoesNotMatch', 403, '', 'general', 'does not accept the credentials'],
  [
    'UnrecognizedClientException:http://internal.amazon.com/',
    403,
    '',
    'general',
    'credentials (UnrecognizedClientException)',
  ],
  ['TooManyRequestsException', 429, '', 'rate_limit_exceeded', 'too many messages'],
  ['LimitExceededException', 400, '', 'rate_limit_exceeded', 'too many messages'],
  ['MessageRejected', 400, 'Email address is not verified.', 'invalid_config', 'does not accept the sender'],
  ['MessageRejected', 400, 'Bad content', 'general', 'content of the message'],
  ['MailFromDomainNotVerifiedException', 400, '', 'invalid_config', 'does not accept the sender'],
  ['AccountSuspendedException', 400, '', 'general', 'balance and status'],
  ['NotFoundException', 404, '', 'general', 'did not take the message (status 404)'],
])('%s (%i) %s is %s', async (type, status, text, code, sentence) => {
  const body = { message: `${text} ${secret}` };
  provider = await fakeProvider({ [url]: { status, headers: { 'x-amzn-errortype': type }, body } });
  const error = await send().catch((one: unknown) => one);
  expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) });
  expect(JSON.stringify(error)).not.toContain('canary');
});

test('rejects hostile values without a call', async () => {
  provider = await fakeProvider({});
  const invalid = { code: 'invalid_config' };
  await expect(send({ region: 'evil.example.com/' })).rejects.toMatchObject(invalid);
  await expect(send({ emailAddress: 'a@example.com\r\nBcc: x@example.com' })).rejects.toMatchObject(invalid);
  await expect(send({}, 'a@example.org,b@example.org')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});
