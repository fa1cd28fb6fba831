import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { languageCookie } from '@postern/contracts/chosen-language';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { changeSettings, forgetPauses, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

type Sent = { to: string; type: string; payload: Record<string, unknown> };
let sent: Sent[] = [];
let endpoint: Server;
let app: TestApp;
let token: string;
const organization = { id: 'org-1', name: 'Wayne Enterprises', branding: { logoUrl: 'https://wayne.example/l.png' } };
const application = { id: 'demo-app', name: expect.any(String) };

beforeAll(async () => {
  endpoint = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    sent.push(JSON.parse(text));
    response.end('{}');
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  const config = { endpoint: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/` };
  for (const connectorId of ['http-email', 'http-sms']) {
    const { status } = await app.call(connectorsApi.create, { token, body: { connectorId, config } });
    expect(status).toBe(200);
  }
  await app.write('default', (db) =>
    db
      .insertInto('organizations')
      .values({ ...organization, branding: JSON.stringify(organization.branding) })
      .execute(),
  );
  await openAccountCenter(app, token);
});
afterAll(async () => {
  endpoint.close();
  await app.close();
});
beforeEach(async () => {
  await forgetPauses(app);
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', verificationCode: true }),
    signUp: { identifiers: [], password: false, verify: false },
    forgotPasswordMethods: ['EmailVerificationCode', 'PhoneVerificationCode'],
  });
  sent = [];
});

let count = 0;
async function somebody() {
  count += 1;
  const primaryEmail = `reported${count}@example.com`;
  const primaryPhone = `49151123456${10 + count}`;
  const owner = await newOwner(app, token, { primaryEmail, primaryPhone, name: 'Ada' });
  sent = [];
  const user = {
    id: owner.id,
    name: 'Ada',
    avatar: null,
    username: owner.username,
    primaryEmail,
    primaryPhone,
    profile: {},
  };
  return { ...owner, primaryEmail, primaryPhone, user };
}

type Event = 'SignIn' | 'Register' | 'ForgotPassword';

async function sendFromSignIn(event: Event, identifier: object, params: Record<string, string> = {}, chosen?: string) {
  const person = visitor(app);
  await person.arrive(params);
  if (chosen) {
    person.cookies.set(languageCookie('default'), chosen);
  }
  await person.start(event);
  const answer = await person.step(
    'POST',
    '/verification/verification-code',
    { identifier, interactionEvent: event },
    { 'accept-language': 'de' },
  );
  expect(answer.status).toBe(200);
  return sent;
}

test.each<Event>(['SignIn', 'ForgotPassword'])(
  '%s: contains application, user, organization and language',
  async (event) => {
    const { primaryEmail, user } = await somebody();
    const params = { organization_id: organization.id, ui_locales: 'fr en' };
    expect(await sendFromSignIn(event, { type: 'email', value: primaryEmail }, params)).toEqual([
      {
        to: primaryEmail,
        type: event,
        ip: '127.0.0.1',
        payload: {
          code: expect.stringMatching(/^\d{6}$/),
          link: expect.stringContaining('http://core.test/'),
          locale: 'fr',
          uiLocales: 'fr en',
          application,
          user,
          organization,
        },
      },
    ]);
  },
);

test('uses the language that the user chose on the page', async () => {
  const localeOf = async (uiLocales: string | undefined, chosen: string) => {
    const { primaryEmail } = await somebody();
    const params: Record<string, string> = uiLocales ? { ui_locales: uiLocales } : {};
    const [message] = await sendFromSignIn('SignIn', { type: 'email', value: primaryEmail }, params, chosen);
    return message?.payload.locale;
  };
  expect(await localeOf('fr', 'es~now')).toBe('es');
  expect(await localeOf('fr', 'es')).toBe('fr');
  expect(await localeOf(undefined, 'es')).toBe('es');
});

test('contains the same in a text message', async () => {
  const { primaryPhone, user } = await somebody();
  const [message] = await sendFromSignIn('ForgotPassword', { type: 'phone', value: primaryPhone });
  expect(message).toMatchObject({ type: 'ForgotPassword', payload: { locale: 'de', application, user } });
  expect(Object.keys(message?.payload ?? {})).not.toContain('organization');
});

test('omits unknown users, new users and organizations that do not exist', async () => {
  const { primaryEmail } = await somebody();
  const params = { organization_id: 'nowhere' };
  await sendFromSignIn('SignIn', { type: 'email', value: 'stranger@example.com' }, params);
  await forgetPauses(app);
  await sendFromSignIn('Register', { type: 'email', value: primaryEmail });
  expect(sent).toHaveLength(2);
  for (const { payload } of sent) {
    expect(payload).toMatchObject({ locale: 'de', application });
    expect(Object.keys(payload).sort()).toEqual(['application', 'code', 'link', 'locale']);
  }
});

test('does not reveal an account that only claims the address', async () => {
  const { primaryEmail, id } = await somebody();
  await app.write('default', (db) =>
    db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute(),
  );
  const [message] = await sendFromSignIn('ForgotPassword', { type: 'email', value: primaryEmail });
  expect(Object.keys(message?.payload ?? {})).not.toContain('user');
});

test('contains application, user and language for a new address in the account API', async () => {
  const { token: own, user } = await somebody();
  const identifier = { type: 'email', value: 'next@example.com' } as const;
  const { status } = await app.call(accountVerificationsApi.sendCode, {
    token: own,
    body: { identifier },
    headers: { 'accept-language': 'de' },
  });
  expect(status).toBe(201);
  expect(sent).toEqual([
    {
      to: 'next@example.com',
      type: 'BindNewIdentifier',
      ip: '127.0.0.1',
      payload: { code: expect.any(String), locale: 'de', application, user },
    },
  ]);
});
