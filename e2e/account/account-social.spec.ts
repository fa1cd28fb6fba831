import { confirmByPassword, everything, expectTold, row } from '../account-person.ts';
import { resumeAccount } from '../account-session.ts';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';
import { startProvider } from '../provider.ts';
import { password } from '../stage.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const grace = { sub: 'g1', name: 'Grace', email: 'grace@fjord.example', email_verified: true };
const henry = { sub: 'h1', name: 'Henry', email: 'henry@fjord.example', email_verified: true };
const dark = { color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' } };
const username = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true };

async function setUp(administrator: Administrator, targets: string[], more: object = {}): Promise<void> {
  const settings = { ...dark, socialSignInConnectorTargets: targets, signIn: { methods: [username] }, ...more };
  await administrator.api('patch', '/api/sign-in-exp', settings);
  await administrator.api('patch', '/api/account-center', { enabled: true, fields: { ...everything, social: 'Edit' } });
}

test('a social account is linked and unlinked; a refusal or a foreign response changes nothing', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startProvider([grace, henry]);
  const connectorId = await provider.connect(administrator);
  await setUp(administrator, ['acme']);
  const { id } = await administrator.api<{ id: string }>('post', '/api/users', { username: 'ada', password });
  const other = await administrator.api<{ id: string }>('post', '/api/users', { username: 'bob', password });
  await administrator.api('put', `/api/users/${other.id}/identities/acme`, { userId: henry.sub });
  const identities = async () =>
    (await administrator.api<{ identities: object }>('get', `/api/users/${id}`)).identities;
  const person = await (await browser.newContext()).newPage();
  await resumeAccount(person, oss, 'ada');
  await person.goto(`${oss.endpoint}/account/linked-accounts`);
  await expect(row(person, 'Acme')).toContainText('Not linked');
  const leave = async (choice: string) => {
    await person.getByRole('button', { name: 'Link: Acme' }).click();
    await confirmByPassword(person, password);
    await person.getByRole('link', { name: choice }).click();
  };

  await leave('Refuse');
  await expect(person.getByRole('alert').filter({ hasText: 'You or Acme canceled the sign-in.' })).toBeVisible();
  await expect(person).toHaveURL(`${oss.endpoint}/account/linked-accounts`);
  await expectToFit(person);
  await person.getByRole('button', { name: 'Close' }).click();

  await leave('Continue as Henry');
  await expect(person.getByRole('alert').filter({ hasText: 'is already linked to another account' })).toBeVisible();
  await person.getByRole('button', { name: 'Close' }).click();
  expect(await identities()).toEqual({});

  await leave('Continue as Grace');
  await expectTold(person, 'Acme linked');
  await expect(row(person, 'Acme')).toContainText('Grace');
  expect(await identities()).toMatchObject({ acme: { userId: 'g1' } });
  await person.reload();
  await expect(row(person, 'Acme')).toContainText('Grace');

  await person.getByRole('button', { name: 'Unlink: Acme' }).click();
  await expect(person.getByText('You can no longer sign in with this account.')).toBeVisible();
  await person.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await confirmByPassword(person, password);
  await expectTold(person, 'Acme unlinked');
  expect(await identities()).toEqual({});

  // The recent confirmation is still valid.
  await person.getByRole('button', { name: 'Link: Acme' }).click();
  await person.getByRole('link', { name: 'Continue as Grace' }).waitFor();

  // An attacker sends a link with their own response: the state is not the one of this tab.
  await person.goto(`${oss.endpoint}/callback/${connectorId}?code=stolen&state=foreign`);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText(/failed/);
  await person.goto(`${oss.endpoint}/account/linked-accounts?connectorId=${connectorId}`);
  await expect(
    person.getByRole('alert').filter({ hasText: 'does not belong to a sign-in that was started in this tab' }),
  ).toBeVisible();
  expect(await administrator.api('get', `/api/users/${id}`)).toMatchObject({ identities: {} });

  // The last sign-in method cannot be removed.
  await administrator.api('put', `/api/users/${id}/identities/acme`, { userId: grace.sub });
  const code = { identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false };
  await setUp(administrator, ['acme'], {
    signIn: { methods: [code] },
    signUp: { identifiers: ['email'], password: false, verify: true },
  });
  await person.goto(`${oss.endpoint}/account/linked-accounts`);
  await expect(row(person, 'Acme')).toContainText('This is your only way to sign in.');
  await expect(person.getByRole('button', { name: 'Unlink: Acme' })).toHaveCount(0);
  await expectToFit(person);
  await administrator.api('patch', '/api/account-center', { fields: { ...everything, social: 'ReadOnly' } });
  await person.reload();
  await expect(row(person, 'Acme')).toBeVisible();
  await expect(person.getByRole('button', { name: /Link|Unlink/ })).toHaveCount(0);
  await provider.stop();
});
