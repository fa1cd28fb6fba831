import { confirmByPassword, createPerson, everything, expectTold, row } from '../account-person.ts';
import { enterAccount, resumeAccount } from '../account-session.ts';
import { expect, expectAccessible, expectToFit, fillDatabase } from '../product.ts';
import { test, typeCode, wrongFor } from '../stage.ts';

test.beforeEach(async ({ stage }) => {
  await stage.settings({ signUp: { identifiers: [], password: true, verify: false, secondaryIdentifiers: [] } });
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything });
});

test('email address, phone number and username are changed with a proof and codes, unless they are taken', async ({
  browser,
  stage,
}) => {
  const [old, next, theirs] = ['old@harbor.example', 'new@harbor.example', 'theirs@harbor.example'];
  const [taken, { id, username }] = await Promise.all([
    createPerson(stage, { primaryEmail: theirs }),
    createPerson(stage, { primaryEmail: old }),
  ]);
  const page = await enterAccount(browser, stage, username, '/account/sign-in');
  const user = () => stage.api('get', `/api/users/${id}`);
  const email = page.getByRole('textbox', { name: 'Email address' });
  const codeField = page.getByLabel('Six-digit code');

  await test.step('canceling the confirmation changes nothing', async () => {
    await page.getByRole('button', { name: 'Add: Phone number' }).click();
    await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Phone number')).toContainText('Not set');
    await expectToFit(page);
  });

  await test.step('an email address is changed, and the old address is notified', async () => {
    await page.getByRole('button', { name: 'Change: Email address' }).click();
    const verify = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const current = verify.getByRole('textbox', { name: 'Password' });
    await expect(current).toBeFocused();
    await expectAccessible(page);
    await confirmByPassword(page, 'not the password');
    await expect(current).toHaveAccessibleDescription('The password is incorrect.');
    await confirmByPassword(page);

    await expect(email).toBeFocused();
    await expect(page.getByText(`${old} gets a message about the change.`)).toBeVisible();
    await email.fill('nothing like it');
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription(/valid email address/);
    await email.fill(old);
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('You already use this one.');
    await email.fill(next);
    // A double click sends only one message.
    await page.getByRole('button', { name: 'Send code' }).dblclick();
    await expect(codeField).toBeFocused();
    const { code } = await stage.message(next);
    expect(await stage.messages(next)).toHaveLength(1);
    await expect(page.getByText(/Resend in/)).toBeVisible();
    await expectAccessible(page);
    await typeCode(page, wrongFor(code));
    await expect(codeField).toHaveAccessibleDescription(/code is incorrect/);
    await expect(codeField).toHaveValue('');
    await expect(codeField).toBeFocused();
    await codeField.fill(code);
    await expectTold(page, 'Email address saved');
    await expect(row(page, 'Email address')).toContainText(next);
    await expect(page.getByRole('button', { name: 'Change: Email address' })).toBeFocused();
    expect(await user()).toMatchObject({ primaryEmail: next });
    await expect.poll(async () => (await stage.messages(old)).length).toBe(1);
  });

  // The recent confirmation is still valid for all that follows.
  await test.step('a phone number is added with its country and removed again', async () => {
    await page.getByRole('button', { name: 'Add: Phone number' }).click();
    await expect(page.getByRole('dialog')).toContainText('Text messages are less safe than');
    await page.getByLabel('Country code').selectOption({ value: 'DE' });
    await page.getByRole('textbox', { name: 'Phone number' }).fill('030 123456');
    await page.keyboard.press('Enter');
    const { code } = await stage.message('4930123456');
    await typeCode(page, code);
    await expect(row(page, 'Phone number')).toContainText('+49 30 123456');

    await page.getByRole('button', { name: 'Remove: Phone number' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove +49 30 123456?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expectTold(page, 'Removed');
    await expect(row(page, 'Phone number')).toContainText('Not set');
    expect(await user()).toMatchObject({ primaryPhone: null });
  });

  await test.step('a username is changed unless it is taken', async () => {
    await page.getByRole('button', { name: 'Change: Username' }).click();
    const field = page.getByRole('textbox', { name: 'Username' });
    await expect(field).toHaveValue(username);
    await field.fill('1st');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(/must not be a digit/);
    await field.fill(taken.username);
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(/taken/);
    await expectAccessible(page);
    await field.fill(`${username}_new`);
    await page.keyboard.press('Enter');
    await expectTold(page, 'Username saved');
    expect(await user()).toMatchObject({ username: `${username}_new` });
  });

  await test.step('an address of another user is rejected after it is verified', async () => {
    await page.getByRole('button', { name: 'Change: Email address' }).click();
    await email.fill(theirs);
    await page.keyboard.press('Enter');
    await typeCode(page, (await stage.message(theirs)).code);
    await expect(email).toHaveValue(theirs);
    await expect(email).toHaveAccessibleDescription(/belongs to another account/);
    await expectAccessible(page);
  });
});

test('an expired confirmation is asked for again, a lost response is not, and read-only fields have no button', async ({
  browser,
  stage,
}) => {
  const { id, username } = await createPerson(stage);
  const page = await enterAccount(browser, stage, username, '/account/sign-in');
  const enter = async (email: string) => {
    await page.getByRole('textbox', { name: 'Email address' }).fill(email);
    await page.keyboard.press('Enter');
    return (await stage.message(email)).code;
  };

  await test.step('the last sign-in method cannot be removed', async () => {
    await expect(page.getByRole('button', { name: 'Change: Username' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove: Username' })).toBeHidden();
  });

  await test.step('asks again when the confirmation has expired and keeps the typed values', async () => {
    const slow = 'slow@harbor.example';
    await page.getByRole('button', { name: 'Add: Email address' }).click();
    await confirmByPassword(page);
    const code = await enter(slow);
    await fillDatabase(
      stage.product,
      `update verification_records set expires_at = now() where user_id = '${id}' and data ->> 'type' = 'Password'`,
    );
    await typeCode(page, code);
    await expect(
      page.getByText('The confirmation has expired, or it was for another account. Confirm again.'),
    ).toBeVisible();
    await expectAccessible(page);
    await confirmByPassword(page);
    await expectTold(page, 'Email address saved');
    expect(await stage.api('get', `/api/users/${id}`)).toMatchObject({ primaryEmail: slow });
  });

  await test.step('a lost response does not require a second confirmation', async () => {
    const lost = 'lost@harbor.example';
    await page.getByRole('button', { name: 'Change: Email address' }).click();
    const code = await enter(lost);
    // The server handles both calls, but the page receives neither response.
    for (const calls of ['**/verification-code/verify', '**/primary-email']) {
      await page.route(
        calls,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    }
    await typeCode(page, code);
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(again).toBeVisible();
    await again.click();
    await expect(row(page, 'Email address')).toContainText(lost);
    await expectTold(page, 'Email address saved');
  });

  await test.step('read-only fields have no button', async () => {
    const fields = { username: 'ReadOnly', email: 'Off', phone: 'Off', password: 'ReadOnly' };
    await stage.api('patch', '/api/account-center', { fields });
    await page.reload();
    await expect(row(page, 'Username')).toContainText(username);
    await expect(row(page, 'Password')).toContainText('Set');
    await expect(page.getByText('Phone number')).toBeHidden();
    await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  });
});

test('a user without a password confirms with a code and sets a password that follows the policy', async ({
  page,
  stage,
}) => {
  const email = 'codes@harbor.example';
  const { id, username } = await createPerson(stage, { primaryEmail: email });
  await resumeAccount(page, stage.product, username);
  await fillDatabase(
    stage.product,
    `update users set password_encrypted = null, password_encryption_method = null where id = '${id}'`,
  );
  await page.goto(`${stage.product.endpoint}/account/sign-in`);
  await expect(row(page, 'Password')).toContainText('You have no password yet');
  await page.getByRole('button', { name: 'Add: Password' }).click();
  const verify = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(verify.getByRole('textbox', { name: 'Password' })).toBeHidden();
  await verify.getByRole('button', { name: 'Send code' }).click();
  await typeCode(page, (await stage.message(email)).code);

  const dialog = page.getByRole('dialog', { name: 'Choose a password' });
  const field = dialog.getByRole('textbox', { name: 'Password' });
  await expect(field).toBeFocused();
  await field.fill('12345678');
  await expect(dialog.getByText('Fewer simple sequences')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await field.fill(`${username} ${username}`);
  await expect(dialog.getByText('Less of your name')).toBeVisible();
  await field.fill('another sentence nobody guesses');
  await page.keyboard.press('Enter');
  await expectTold(page, 'Password saved');
  await expect(row(page, 'Password')).toContainText('Set');
  // Wait for the notification, so that it is not mistaken for the newest code.
  await stage.message(email, 2);
  // The confirmation is lost on reload. Two methods are available now.
  await page.reload();
  await page.getByRole('button', { name: 'Change: Password' }).click();
  const refusal = { code: 'connector.rate_limit_exceeded', message: 'Too many messages were sent.' };
  await page.route('**/verifications/verification-code', (route) => route.fulfill({ status: 429, json: refusal }), {
    times: 1,
  });
  await verify.getByRole('button', { name: `Send a code to ${email} instead` }).click();
  await expect(verify.getByText(refusal.message)).toBeVisible();
  await verify.getByRole('button', { name: 'Send code' }).click();
  await typeCode(page, (await stage.message(email, 3)).code);
  await expect(page.getByRole('dialog', { name: 'Choose a new password' })).toBeVisible();
});
