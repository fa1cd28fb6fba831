import { pathOf } from '@postern/contracts/endpoint';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { type User, usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
import { startProvider } from '../provider.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const grace = { sub: 'g1', name: 'Grace', email: 'grace@fjord.example', email_verified: true };

test('a social account shows its data, its stored tokens are deleted, and then the account itself', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  const provider = await startProvider([grace]);
  const connectorId = await provider.connect(administrator);
  await api('patch', `/api/connectors/${connectorId}`, { enableTokenStorage: true });
  await api('patch', '/api/sign-in-exp', {
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: ['acme'],
  });
  const authorize = new URLSearchParams({
    client_id: 'demo-app',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: `${oss.endpoint}/demo-app`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    direct_sign_in: 'social:acme',
  });
  const person = await (await browser.newContext()).newPage();
  await person.goto(`${oss.endpoint}/oidc/auth?${authorize}`);
  await person.getByRole('link', { name: 'Continue as Grace' }).click();
  await person.waitForURL(/\/demo-app\?/);
  await person.context().close();
  const [user] = await api<User[]>('get', usersApi.list.path);
  const userId = user?.id ?? '';

  await page.goto(`${oss.consoleUrl}/users/${userId}`);
  const row = page.getByRole('table', { name: 'Social accounts' }).getByRole('row', { name: /Acme/ });
  await expect(row).toContainText('g1');
  await expect(row).toContainText('Active');
  await row.getByRole('link', { name: 'Manage the account at Acme' }).click();
  await expect(page).toHaveURL(/\/social-identities\/acme$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Details' })).toContainText('"email": "grace@fjord.example"');
  const storage = page.getByRole('region', { name: 'Token storage' });
  await expect(storage).toContainText('Active');
  await expect(storage).toContainText('openid');

  await storage.getByRole('button', { name: 'Delete tokens' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The account stays linked.');
  await dialog.getByRole('button', { name: 'Delete tokens' }).click();
  await expect(page.getByText('Tokens deleted')).toBeVisible();
  await expect(storage).toContainText('Inactive');
  const params = { userId, target: 'acme' };
  const known = await api<object>('get', `${pathOf(userIdentitiesApi.get, params)}?includeTokenSecret=true`);
  expect(known).toMatchObject({ identity: { userId: 'g1' } });
  expect(known).not.toHaveProperty('tokenSecret');

  await page.getByRole('button', { name: 'Unlink account' }).click();
  await expect(dialog).toContainText('can no longer sign in with it');
  await dialog.getByRole('button', { name: 'Unlink account' }).click();
  await expect(page.getByText('Acme account unlinked')).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByText('No social account is linked.')).toBeVisible();
  expect((await api<User>('get', pathOf(usersApi.get, { userId }))).identities).toEqual({});
  await provider.stop();

  administrator.expectNoComplaints();
});
