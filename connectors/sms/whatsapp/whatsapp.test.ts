import { afterEach, expect, test } from 'vitest';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { whatsApp } from './index.ts';

const url = 'https://graph.facebook.com/v19.0/12345/messages';
const templates = [
  { usageType: 'Register', templateName: 'register' },
  { usageType: 'SignIn', templateName: 'sign_in', language: 'de' },
  { usageType: 'ForgotPassword', templateName: 'forgot' },
  { usageType: 'Generic', templateName: 'any' },
];
const config = { accessToken: 'canary', phoneNumberId: '12345', templates };

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());
const send = async (more: object, ...given: Parameters<typeof message>) =>
  (await whatsApp(optionsFor({ ...config, ...more }, provider.egress))).sendMessage(message(...given));
const bodyOf = (index: number) => JSON.parse(provider.calls[index]?.body ?? '');

test('sends a template with the code as text and in the button', async () => {
  provider = await fakeProvider({ [url]: { body: { messages: [{ id: 'w' }] } } });
  await send({}, '491701234567');
  expect(provider.calls[0]?.headers.authorization).toBe('Bearer canary');
  const parameters = [{ type: 'text', text: '123456' }];
  expect(bodyOf(0)).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+491701234567',
    type: 'template',
    template: {
      name: 'sign_in',
      language: { code: 'de' },
      components: [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ],
    },
  });
  await send({}, '491701234567', 'BindMfa');
  expect(bodyOf(1).template).toMatchObject({ name: 'any', language: { code: 'en' } });
});

test('requires a template for each of the four purposes', async () => {
  provider = await fakeProvider({});
  const { configGuard } = await whatsApp(optionsFor(config, provider.egress));
  expect(configGuard.safeParse(config).success).toBe(true);
  for (const missing of templates) {
    const some = templates.filter((one) => one !== missing);
    expect([missing.usageType, configGuard.safeParse({ ...config, templates: some }).success]).toEqual([
      missing.usageType,
      false,
    ]);
  }
  await expect(send({ phoneNumberId: '../me' }, '491701234567')).rejects.toMatchObject({ code: 'invalid_config' });
});

test('sends no notices and no links', async () => {
  provider = await fakeProvider({});
  const notice = { notice: { subject: 's', text: 't' } };
  await expect(send({}, '491701234567', 'Generic', notice)).rejects.toMatchObject({ code: 'template_not_supported' });
  await expect(send({}, '491701234567', 'OrganizationInvitation', { link: 'https://x' })).rejects.toMatchObject({
    code: 'template_not_supported',
  });
  expect(provider.calls).toEqual([]);
});

test.each([
  [400, 131026, 'WhatsApp cannot send to this recipient (131026).'],
  [400, 132001, 'WhatsApp does not accept this template or text. Check that it exists and is approved there (132001).'],
  [401, 190, 'WhatsApp does not accept the credentials (190).'],
  [500, undefined, 'WhatsApp did not take the message (status 500).'],
])('explains status %s with code %s', async (status, code, text) => {
  provider = await fakeProvider({ [url]: { status, body: { error: { code, message: 'canary' } } } });
  await expect(send({}, '491701234567')).rejects.toMatchObject({ message: text });
});
