import { everything, expectTold, row } from '../account-person.ts';
import { resumeAccount } from '../account-session.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, fillDatabase, test } from '../product.ts';
import { startProvider } from '../provider.ts';
import { password } from '../stage.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const grace = { sub: 'g1', name: 'Grace', email: 'grace@fjord.example', email_verified: true };
const henry = { sub: 'h1', name: 'Henry', email: 'henry@fjord.example', email_verified: true };

test('a user with only a social account confirms their identity at the provider', async ({ page, browser, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  const provider = await startProvider([grace, henry]);
  await provider.connect(administrator);
  await api('patch', '/api/sign-in-exp', {
    color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
    socialSignInConnectorTargets: ['acme'],
  });
  await api('patch', '/api/account-center', { enabled: true, fields: { ...everything, social: 'ReadOnly' } });
  const { id } = await api<{ id: string }>('post', '/api/users', { username: 'grace', password });
  await api('put', `/api/users/${id}/identities/acme`, { userId: grace.sub });

  const person = await (await browser.newContext()).newPage();
  await resumeAccount(person, oss, 'grace');
  await fillDatabase(
    oss,
    `update users set password_encrypted = null, password_encryption_method = null where id = '${id}'`,
  );
  await person.goto(`${oss.endpoint}/account/sign-in`);
  const leave = async (choice: string) => {
    await person.getByRole('button', { name: /: Password/ }).click();
    await person.getByRole('dialog').getByRole('button', { name: 'Confirm with Acme' }).click();
    await person.getByRole('link', { name: choice }).click();
  };

  await person.getByRole('button', { name: /: Password/ }).click();
  await expect(person.getByText('Sign in with Acme again.')).toBeVisible();
  await expectToFit(person);
  await person.keyboard.press('Escape');

  await leave('Refuse');
  await expect(person.getByRole('alert').filter({ hasText: 'did not confirm that it is you' })).toBeVisible();
  await expect(person).toHaveURL(`${oss.endpoint}/account/sign-in`);

  // A confirmation by another account at the provider is rejected.
  await leave('Continue as Henry');
  await expectTold(person, 'You can make your change now.');
  await person.getByRole('button', { name: 'Add: Password' }).click();
  const dialog = person.getByRole('dialog', { name: 'Choose a password' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('another sentence nobody guesses');
  await person.keyboard.press('Enter');
  await expect(
    person.getByText('The confirmation has expired, or it was for another account. Confirm again.'),
  ).toBeVisible();
  await person.keyboard.press('Escape');
  await person.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await leave('Continue as Grace');
  await expectTold(person, 'You can make your change now.');
  await person.getByRole('button', { name: 'Add: Password' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('another sentence nobody guesses');
  await person.keyboard.press('Enter');
  await expectTold(person, 'Password saved');
  await expect(row(person, 'Password')).toContainText('Set');
  // The confirmation is valid for some minutes, in this page only.
  await person.getByRole('button', { name: 'Change: Password' }).click();
  await expect(person.getByRole('dialog', { name: 'Choose a new password' })).toBeVisible();
  await person.reload();
  await person.getByRole('button', { name: 'Change: Password' }).click();
  await expect(person.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await provider.stop();
});
