import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { mailJunky } from './index.ts';

const url = 'https://mailjunky.ai/api/v1/emails/send';
const config = {
  apiKey: 'canary',
  fromEmail: 'no-reply@example.com',
  fromName: 'Example',
  templates: [{ usageType: 'Generic', subject: 'S', content: 'Code {{code}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

test('sends a message in the format of MailJunky', async () => {
  provider = await fakeProvider({ [url]: { status: 202 } });
  await (await mailJunky(optionsFor(config, provider.egress))).sendMessage(message('a@example.org'));
  expect(provider.calls[0]?.headers.authorization).toBe('Bearer canary');
  expect(JSON.parse(provider.calls[0]?.body ?? '')).toEqual({
    from: 'Example <no-reply@example.com>',
    to: 'a@example.org',
    subject: 'S',
    html: 'Code 123456',
  });
});

test('without templates the built-in message has a text too', async () => {
  provider = await fakeProvider({ [url]: {} });
  const options = optionsFor({ ...config, fromName: undefined, templates: [] }, provider.egress);
  await (await mailJunky(options)).sendMessage(message('a@example.org'));
  const body = JSON.parse(provider.calls[0]?.body ?? '');
  expect(body.from).toBe('no-reply@example.com');
  expect(body.text).toContain('123456');
});

test('reports too many messages and a sender with a second address', async () => {
  provider = await fakeProvider({ [url]: { status: 429 } });
  const send = async (more: object) =>
    (await mailJunky(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message('a@example.org'));
  await expect(send({})).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  await expect(send({ fromEmail: 'a@b.example> <c@d.example' })).rejects.toMatchObject({ code: 'invalid_config' });
});
