import { confirmByPassword, everything, expectTold, row } from '../account-person.ts';
import { resumeAccount } from '../account-session.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, fillDatabase, test } from '../product.ts';
import { startProvider } from '../provider.ts';
import { password } from '../stage.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const grace = { sub: 'g1', name: 'Grace', email: 'grace@fjord.example', email_verified: true };
const henry = { sub: 'h1', name: 'Henry', email: 'henry@fjord.example', email_verified: true };

test('a social account is linked, confirms who its owner is, and is unlinked; accounts of others change nothing', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  const provider = await startProvider([grace, henry]);
  const connectorId = await provider.connect(administrator);
  await api('patch', '/api/sign-in-exp', { socialSignInConnectorTargets: ['acme'] });
  await api('patch', '/api/account-center', { enabled: true, fields: { ...everything, social: 'Edit' } });
  const { id } = await api<{ id: string }>('post', '/api/users', { username: 'ada', password });
  const other = await api<{ id: string }>('post', '/api/users', { username: 'bob', password });
  await api('put', `/api/users/${other.id}/identities/acme`, { userId: henry.sub });
  const identities = async () => (await api<{ identities: object }>('get', `/api/users/${id}`)).identities;
  const person = await (await browser.newContext()).newPage();
  await resumeAccount(person, oss, 'ada');
  const links = `${oss.endpoint}/account/linked-accounts`;
  await person.goto(links);
  const link = async (choice: string) => {
    await person.getByRole('button', { name: 'Link: Acme' }).click();
    await confirmByPassword(person, password);
    await person.getByRole('link', { name: choice }).click();
  };

  await link('Refuse');
  await expect(person.getByRole('alert').filter({ hasText: 'You or Acme canceled the sign-in.' })).toBeVisible();
  await expect(person).toHaveURL(links);
  await person.getByRole('button', { name: 'Close' }).click();
  await link('Continue as Henry');
  await expect(person.getByRole('alert').filter({ hasText: 'is already linked to another account' })).toBeVisible();
  await person.getByRole('button', { name: 'Close' }).click();
  expect(await identities()).toEqual({});
  await link('Continue as Grace');
  await expectTold(person, 'Acme linked');
  await expect(row(person, 'Acme')).toContainText('Grace');
  expect(await identities()).toMatchObject({ acme: { userId: 'g1' } });

  await test.step('a person without a password confirms at the provider, with the right account there', async () => {
    await fillDatabase(
      oss,
      `update users set password_encrypted = null, password_encryption_method = null where id = '${id}'`,
    );
    await person.goto(`${oss.endpoint}/account/sign-in`);
    const rename = async () => {
      await person.getByRole('button', { name: 'Change: Username' }).click();
      await person.getByRole('dialog').getByRole('textbox', { name: 'Username' }).fill('countess');
      await person.keyboard.press('Enter');
    };
    const confirmAndRename = async (choice: string) => {
      await rename();
      await person.getByRole('dialog').getByRole('button', { name: 'Confirm with Acme' }).click();
      await person.getByRole('link', { name: choice }).click();
      await expectTold(person, 'You can make your change now.');
      await rename();
    };
    await confirmAndRename('Continue as Henry');
    await expect(person.getByText('The confirmation has expired, or it was for another account.')).toBeVisible();
    await person.keyboard.press('Escape');
    await person.keyboard.press('Escape');
    await confirmAndRename('Continue as Grace');
    await expectTold(person, 'Username saved');
  });

  await test.step('and chooses a password without a confirmation', async () => {
    await person.reload();
    await person.getByRole('button', { name: 'Add: Password' }).click();
    const dialog = person.getByRole('dialog', { name: 'Choose a password' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill('another sentence nobody guesses');
    await person.keyboard.press('Enter');
    await expectTold(person, 'Password saved');
  });

  await person.goto(links);
  await person.getByRole('button', { name: 'Unlink: Acme' }).click();
  await person.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await confirmByPassword(person, 'another sentence nobody guesses');
  await expectTold(person, 'Acme unlinked');
  expect(await identities()).toEqual({});

  // An attacker sends a link with their own response: the state is not the one of this tab.
  await person.goto(`${oss.endpoint}/callback/${connectorId}?code=stolen&state=foreign`);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText(/failed/);
  expect(await identities()).toEqual({});
  await provider.stop();
});
