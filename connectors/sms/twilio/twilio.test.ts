import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { twilio } from './index.ts';

const url = 'https://api.twilio.com/2010-04-01/Accounts/AC123/Messages.json';
const config = {
  accountSID: 'AC123',
  authToken: 'canary',
  fromMessagingServiceSID: 'MG9',
  templates: [{ usageType: 'SignIn', content: '{{code}} for {{application.name}}' }],
};

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const send = async (more: object, ...given: Parameters<typeof message>) =>
  (await twilio(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(...given));

test('sends a text message in the format of Twilio', async () => {
  provider = await fakeProvider({ [url]: { status: 201, body: { sid: 'SM1' } } });
  await send({}, '491701234567', 'SignIn', { code: '1', application: { name: 'A & B' } });
  expect(provider.calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC123:canary').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(provider.calls[0]?.body))).toEqual({
    To: '+491701234567',
    MessagingServiceSid: 'MG9',
    Body: '1 for A & B',
  });
  await send({ disableRiskCheck: true }, '491701234567', 'BindMfa', { code: '77', locale: 'de' });
  expect(Object.fromEntries(new URLSearchParams(provider.calls[1]?.body))).toMatchObject({
    RiskCheck: 'disable',
    Body: '77 ist Ihr Code, um die Anmeldung in zwei Schritten für Acme einzurichten',
  });
});

test('rejects an invalid phone number without a call', async () => {
  provider = await fakeProvider({});
  await expect(send({}, '+49;To=+1900')).rejects.toMatchObject({ code: 'invalid_request_parameters' });
  expect(provider.calls).toEqual([]);
});

test('rejects a SID that breaks out of its path', async () => {
  provider = await fakeProvider({});
  await expect(send({ accountSID: '../../x' }, '491701234567')).rejects.toMatchObject({ code: 'invalid_config' });
});
