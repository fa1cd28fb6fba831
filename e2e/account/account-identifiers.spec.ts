import { confirmByPassword, createPerson, everything, expectTold, row } from '../account-person.ts';
import { enterAccount } from '../account-session.ts';
import { expect } from '../product.ts';
import { test, typeCode, wrongFor } from '../stage.ts';

test('an email address is changed with a proof and a code unless it is taken, and a password with the same proof', async ({
  browser,
  stage,
}) => {
  await stage.settings({ signUp: { identifiers: [], password: true, verify: false, secondaryIdentifiers: [] } });
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything });
  const [old, next, theirs] = ['old@harbor.example', 'new@harbor.example', 'theirs@harbor.example'];
  const [, { id, username }] = await Promise.all([
    createPerson(stage, { primaryEmail: theirs }),
    createPerson(stage, { primaryEmail: old }),
  ]);
  const page = await enterAccount(browser, stage, username, '/account/sign-in');
  const email = page.getByRole('textbox', { name: 'Email address' });
  const codeField = page.getByLabel('Six-digit code');

  await page.getByRole('button', { name: 'Change: Email address' }).click();
  await confirmByPassword(page, 'not the password');
  await expect(page.getByText('The password is incorrect.')).toBeVisible();
  await confirmByPassword(page);
  await email.fill(next);
  await page.keyboard.press('Enter');
  const { code } = await stage.message(next);
  await typeCode(page, wrongFor(code));
  await expect(codeField).toHaveAccessibleDescription(/code is incorrect/);
  await codeField.fill(code);
  await expectTold(page, 'Email address saved');
  await expect(row(page, 'Email address')).toContainText(next);
  expect(await stage.api('get', `/api/users/${id}`)).toMatchObject({ primaryEmail: next });
  await expect.poll(async () => (await stage.messages(old)).length).toBe(1);

  // The recent confirmation is still valid for all that follows.
  await page.getByRole('button', { name: 'Change: Email address' }).click();
  await email.fill(theirs);
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message(theirs)).code);
  await expect(email).toHaveAccessibleDescription(/belongs to another account/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change: Password' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill('another sentence nobody guesses');
  await page.keyboard.press('Enter');
  await expectTold(page, 'Password saved');
});
