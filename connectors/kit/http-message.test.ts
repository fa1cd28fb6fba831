import { afterEach, expect, test } from 'vitest';
import { httpMail } from '../mail/http/index.ts';
import { httpSms } from '../sms/http/index.ts';
import { fakeProvider, message, optionsFor } from '../testing.ts';

const url = 'https://example.com/messages';
const config = { endpoint: url, authorization: 'Bearer canary' };

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

test.each([
  ['email', httpMail, 'a@example.org'],
  ['SMS', httpSms, '491701234567'],
] as const)('%s is passed on unchanged', async (_what, factory, to) => {
  provider = await fakeProvider({ [url]: { status: 204 } });
  const payload = { code: '1', locale: 'de', application: { id: 'x', name: 'Shop' } };
  await (await factory(optionsFor(config, provider.egress))).sendMessage(message(to, 'Register', payload));
  expect(provider.calls[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer canary' } });
  expect(JSON.parse(provider.calls[0]?.body ?? '')).toEqual({ to, type: 'Register', payload });
});

test('throws if the endpoint does not accept the message', async () => {
  provider = await fakeProvider({ [url]: { status: 302 } });
  await expect(
    (await httpMail(optionsFor(config, provider.egress))).sendMessage(message('a@b.c')),
  ).rejects.toMatchObject({
    code: 'general',
  });
});

test.each(['ftp://example.com', 'example.com', 'javascript:alert(1)', ''])(
  '%j is not a valid endpoint',
  async (endpoint) => {
    provider = await fakeProvider({});
    const { configGuard } = await httpMail(optionsFor({}, provider.egress));
    expect(configGuard.safeParse({ endpoint }).success).toBe(false);
  },
);
