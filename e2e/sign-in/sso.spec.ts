import { identityProvider } from '../../server/src/testing/identity-provider.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const email = { identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true };

test('an employee signs in with single sign-on, and a refusal leads back', async ({ page, browser, oss }) => {
  const { api } = await becomeAdministrator(page, oss);
  const provider = await identityProvider();
  const connect = (connectorName: string, domains: string[]) =>
    api<{ id: string }>('post', '/api/sso-connectors', {
      providerName: 'OIDC',
      connectorName,
      config: provider.config,
      domains,
    });
  const { id } = await connect('Fjord', ['fjord.example', 'both.example']);
  await connect('Harbor', ['both.example']);
  await api('patch', '/api/sign-in-exp', {
    singleSignOnEnabled: true,
    signIn: { methods: [email] },
    signUp: { identifiers: ['email'], password: true, verify: true },
  });
  const person = await (await browser.newContext()).newPage();
  const request = new URLSearchParams({
    client_id: 'demo-app',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${oss.endpoint}/demo-app`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  await person.goto(`${oss.endpoint}/oidc/auth?${request}`);

  await person.getByRole('textbox').first().fill('ada@fjord.example');
  provider.refuse();
  await person.getByRole('button', { name: 'Single sign-on' }).click();
  await expect(person.getByRole('heading', { name: 'Sign-in with Fjord failed' })).toBeVisible();
  await person.getByRole('link', { name: 'Sign in another way' }).click();
  await person.getByRole('textbox').first().fill('ada@both.example');
  await person.keyboard.press('Enter');
  provider.hire({ sub: 'e1', email: 'ada@both.example', email_verified: true, name: 'Ada' });
  await person.getByRole('button', { name: 'Continue with Fjord' }).click();
  await person.waitForURL(/\/demo-app\?code=/);
  const users = await api<{ primaryEmail: string; id: string }[]>('get', '/api/users');
  const ada = users.find((one) => one.primaryEmail === 'ada@both.example');
  expect(await api('get', `/api/users/${ada?.id}/sso-identities/${id}`)).toMatchObject({
    ssoIdentity: { identityId: 'e1', ssoConnectorId: id },
  });

  // The account center lists the company account, and offers no way to unlink it.
  await api('patch', '/api/account-center', { enabled: true, fields: { social: 'Edit' } });
  await person.goto(`${oss.endpoint}/account/linked-accounts`);
  await expect(person.getByRole('heading', { name: 'Company accounts' })).toBeVisible();
  await expect(person.getByText('Fjord')).toBeVisible();
  await expect(person.getByRole('button', { name: /Unlink/ })).toHaveCount(0);
  provider.close();
});
