import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { applicationsApi } from '@postern/contracts/access/applications';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { mailboxApi } from '@postern/contracts/messages/mailbox';
import { verificationCodesApi } from '@postern/contracts/sign-in/verification-codes';
import { accountCenterAppId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { sendMessage } from './index.ts';

let app: TestApp;
let token: string;
let application: { id: string; name: string };
const tenantLogo = 'https://tenant.example/logo.png';
const ownLogo = 'https://shop.example/logo.png';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const { body } = await app.call(applicationsApi.create, { token, body: { name: 'Shop', type: 'SPA' } });
  application = { id: body.id, name: body.name };
});
afterAll(() => app.close());

let count = 0;
async function mailOf(payload: Record<string, unknown>, tenantId = 'default') {
  count += 1;
  const to = `brand${count}@example.org`;
  await sendMessage(app.app, tenantId, { kind: 'Email', to, type: 'SignIn', payload: { code: '483920', ...payload } });
  const call = { token: await app.managementToken(tenantId), tenantId };
  const { body } = await app.call(mailboxApi.list, call);
  return body.find(({ recipient }) => recipient === to);
}
const setTenantLogo = async (branding: { logoUrl?: string }) =>
  expect((await app.call(signInExperienceApi.update, { token, body: { branding } })).status).toBe(200);

test('without a logo, shows the name of the application and loads nothing', async () => {
  const mail = await mailOf({ application });
  expect(mail?.subject).toBe('483920 is your code to sign in to Shop');
  expect(mail?.content).toContain('>Shop</p>');
  expect(mail?.content).not.toContain('<img');
});

test('shows the logo of the tenant, or that of the application, at once after a change', async () => {
  await setTenantLogo({ logoUrl: tenantLogo });
  expect((await mailOf({ application }))?.content).toContain(`src="${tenantLogo}" alt="Shop"`);
  const { status } = await app.call(applicationBrandingApi.save, {
    token,
    params: { applicationId: application.id },
    body: {
      branding: { logoUrl: ownLogo },
      color: { primaryColor: '#0E6B5C' },
      termsOfUseUrl: null,
      privacyPolicyUrl: null,
    },
  });
  expect(status).toBe(201);
  const { content } = (await mailOf({ application, link: 'https://auth.example/x' })) ?? {};
  expect(content).toContain(`src="${ownLogo}" alt="Shop"`);
  expect(content).not.toContain(tenantLogo);
  expect(content).toContain('background:#0E6B5C');
  expect((await mailOf({ application: { id: 'another', name: 'Other' } }))?.content).toContain(tenantLogo);
});

test('uses the host of the tenant as sender without an application or for the account center', async () => {
  for (const payload of [{}, { application: { id: accountCenterAppId, name: 'Account center' } }]) {
    expect((await mailOf(payload))?.subject).toBe('483920 is your code to sign in to core.test');
  }
  const body = { email: 'managed@example.org' };
  await app.call(verificationCodesApi.request, { token, body, headers: { 'accept-language': 'fr-CA' } });
  const { body: mails } = await app.call(mailboxApi.list, { token });
  const mail = mails.find(({ recipient }) => recipient === body.email);
  expect(mail?.subject).toBe(`${mail?.code} est votre code pour core.test`);
  expect(mail?.content).toContain(tenantLogo);
});

test('another tenant has its own branding, and the console its own name', async () => {
  const mail = await mailOf({}, 'admin');
  expect(mail?.subject).toBe('483920 is your code to sign in to Postern');
  expect(mail?.content).not.toContain(tenantLogo);
});

test('a text message has the name and the code on one line', async () => {
  const to = '491701234567';
  await sendMessage(app.app, 'default', {
    kind: 'Sms',
    to,
    type: 'BindNewIdentifier',
    payload: { code: '483920', locale: 'de', application },
  });
  const { body } = await app.call(mailboxApi.list, { token });
  expect(body.find(({ recipient }) => recipient === to)?.content).toBe(
    '483920 ist Ihr Code, um Ihre Telefonnummer für Shop zu bestätigen',
  );
});
