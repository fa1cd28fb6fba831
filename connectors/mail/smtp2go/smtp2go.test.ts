import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { smtp2go } from './index.ts';

const url = 'https://api.smtp2go.com/v3/email/send';
const config = {
  apiKey: 'api-canary',
  sender: 'no-reply@example.com',
  senderName: 'Example <evil@example.org>',
  templates: [
    { usageType: 'SignIn', type: 'text/plain', subject: 'S', content: 'Code {{code}}' },
    { usageType: 'Generic', subject: 'Any', content: '<b>{{code}}</b>' },
  ],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());
const send = async (...given: Parameters<typeof message>) =>
  (await smtp2go(optionsFor(config, provider.egress))).sendMessage(message(...given));
const bodyOf = (index: number) => JSON.parse(provider.calls[index]?.body ?? '');

test('sends a message in the format of SMTP2GO; the name of the sender adds no address', async () => {
  provider = await fakeProvider({ [url]: { body: { data: { succeeded: 1, failed: 0 } } } });
  await send('a@example.org');
  expect(provider.calls[0]?.method).toBe('POST');
  expect(provider.calls[0]?.headers['x-smtp2go-api-key']).toBe('api-canary');
  expect(bodyOf(0)).toEqual({
    sender: '"Example evil@example.org" <no-reply@example.com>',
    to: ['a@example.org'],
    subject: 'S',
    text_body: 'Code 123456',
  });
});

test('a purpose without a template uses the one for any purpose', async () => {
  provider = await fakeProvider({ [url]: { body: { data: { failed: 0 } } } });
  await send('a@example.org', 'BindMfa');
  expect(bodyOf(0)).toMatchObject({ subject: 'Any', html_body: '<b>123456</b>' });
});

test('sender and reply address of a template, whose values cannot add addresses', async () => {
  provider = await fakeProvider({ [url]: { body: {} } });
  const options = optionsFor(config, provider.egress, {
    getI18nEmailTemplate: async () => ({
      subject: 'T',
      content: 'x',
      sendFrom: '{{application.name}} <o@example.com>',
      replyTo: 'r@example.com',
    }),
  });
  const name = 'Acme <x@evil.test>,\r\nBcc: y@evil.test';
  await (await smtp2go(options)).sendMessage(message('a@example.org', 'SignIn', { code: '1', application: { name } }));
  expect(bodyOf(0)).toMatchObject({
    sender: 'Acme x@evil.test, Bcc: y@evil.test <o@example.com>',
    custom_headers: [{ header: 'Reply-To', value: 'r@example.com' }],
  });
});

test('reports a failed recipient, a rejected key and a recipient that is a list', async () => {
  provider = await fakeProvider({ [url]: { body: { data: { succeeded: 0, failed: 1, failures: ['canary'] } } } });
  await expect(send('a@example.org')).rejects.toMatchObject({ message: 'SMTP2GO did not take the message.' });
  await expect(send('a@example.org,b@example.org')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  await provider.close();
  provider = await fakeProvider({ [url]: { status: 401, body: 'api-canary' } });
  await expect(send('a@example.org')).rejects.toMatchObject({
    message: 'SMTP2GO does not accept the credentials (status 401).',
  });
});
