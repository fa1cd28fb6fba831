import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { sendgrid } from './index.ts';

const url = 'https://api.sendgrid.com/v3/mail/send';
const config = {
  apiKey: 'SG.canary',
  fromEmail: 'no-reply@example.com',
  fromName: 'Example',
  templates: [{ usageType: 'SignIn', type: 'text/plain', subject: 'S', content: 'Code {{code}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

test('sends a message in the format of SendGrid', async () => {
  provider = await fakeProvider({ [url]: { status: 202 } });
  await (await sendgrid(optionsFor(config, provider.egress))).sendMessage(message('a@example.org'));
  expect(provider.calls[0]?.headers).toMatchObject({
    authorization: 'Bearer SG.canary',
    'content-type': 'application/json',
  });
  expect(JSON.parse(provider.calls[0]?.body ?? '')).toEqual({
    personalizations: [{ to: [{ email: 'a@example.org' }] }],
    from: { email: 'no-reply@example.com', name: 'Example' },
    subject: 'S',
    content: [{ type: 'text/plain', value: 'Code 123456' }],
  });
});

test('splits the sender and reply address of a template', async () => {
  provider = await fakeProvider({ [url]: { status: 202 } });
  const template = async () => ({
    subject: 'T',
    content: 'x',
    sendFrom: 'Other <o@example.com>',
    replyTo: 'r@example.com',
  });
  const options = optionsFor(config, provider.egress, { getI18nEmailTemplate: template });
  await (await sendgrid(options)).sendMessage(message('a@example.org'));
  expect(JSON.parse(provider.calls[0]?.body ?? '')).toMatchObject({
    from: { email: 'o@example.com', name: 'Other' },
    reply_to: { email: 'r@example.com' },
    content: [{ type: 'text/html', value: 'x' }],
  });
});

test('sends plain text before HTML', async () => {
  provider = await fakeProvider({ [url]: { status: 202 } });
  await (await sendgrid(optionsFor(config, provider.egress))).sendMessage(message('a@example.org', 'BindMfa'));
  const { content } = JSON.parse(provider.calls[0]?.body ?? '');
  expect(content.map(({ type }: { type: string }) => type)).toEqual(['text/plain', 'text/html']);
});

test('reports a rejected key without the key', async () => {
  provider = await fakeProvider({ [url]: { status: 401, body: { errors: ['SG.canary'] } } });
  const error = await (await sendgrid(optionsFor(config, provider.egress)))
    .sendMessage(message('a@example.org'))
    .catch((one: unknown) => one);
  expect(error).toMatchObject({ code: 'general', message: 'SendGrid does not accept the credentials (status 401).' });
});
