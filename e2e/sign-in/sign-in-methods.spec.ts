import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, fillDatabase, type Product, test } from '../product.ts';

type Page = Parameters<typeof becomeAdministrator>[0];

const settingsOf = ({ api }: Administrator) => api<SignInExperience>('get', '/api/sign-in-exp');

async function openTab(page: Page, { consoleUrl }: Product): Promise<void> {
  await page.goto(`${consoleUrl}/sign-in-experience/sign-up-and-sign-in`);
  await expect(page.getByRole('heading', { level: 2, name: 'Sign-up', exact: true })).toBeVisible();
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function choose(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('sign-in methods, identifiers and providers are validated, reordered, reviewed and shown on the real page', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const config = { clientId: 'postern', clientSecret: 'not a secret' };
  for (const connectorId of ['github-universal', 'discord-universal']) {
    await administrator.api('post', '/api/connectors', { connectorId, config });
  }
  await openTab(page, oss);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByLabel('Username')).toBeVisible();

  await test.step('invalid settings are rejected at their place, by the form and by the server', async () => {
    await choose(page, 'Add sign-in method', 'Email address');
    const email = page.getByRole('group', { name: 'Email address' });
    await email.getByRole('checkbox', { name: 'Password', exact: true }).uncheck();
    await email.getByRole('checkbox', { name: 'Verification code' }).uncheck();
    await page.getByRole('textbox', { name: 'URL for unknown sessions' }).fill('somewhere');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Choose a password, a code, or both.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'URL for unknown sessions' })).toHaveAccessibleDescription(
      /Start with https/,
    );
    await expectAccessible(page);

    // Meanwhile the code becomes a second factor; only the server knows that.
    await fillDatabase(
      oss,
      `update sign_in_experiences set mfa = '{"factors": ["EmailVerificationCode"], "policy": "UserControlled"}'`,
    );
    await page.getByRole('textbox', { name: 'URL for unknown sessions' }).fill('https://app.example.com');
    await email.getByRole('checkbox', { name: 'Verification code' }).check();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await expect(card(page, 'Sign-in').getByRole('alert')).toContainText(/second factor/);
    await email.getByRole('button', { name: 'Remove Email address' }).click();
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await settingsOf(administrator)).unknownSessionRedirectUrl)
      .toBe('https://app.example.com');
    const lost = await page.request.get(`${oss.endpoint}/sign-in`, { maxRedirects: 0 });
    expect(lost.headers().location).toBe('https://app.example.com');
    await fillDatabase(oss, `update sign_in_experiences set mfa = '{"factors": [], "policy": "NoPrompt"}'`);
  });

  await test.step('email becomes the main identifier by keyboard, is reviewed and saved', async () => {
    await choose(page, 'Add identifier', 'Email address');
    await expect(page.getByRole('note')).toContainText('messages go to the mailbox');
    await expect(page.getByRole('link', { name: 'Set up an email connector' })).toHaveAttribute(
      'href',
      /connectors\/passwordless\/create\/email$/,
    );
    // The preview shows the new sign-in method before it is saved.
    await expect(preview.getByLabel('Username or email address')).toBeVisible();

    const rows = card(page, 'Sign-up').getByRole('listitem');
    await expect(rows).toHaveText([/Username/, /Email address/]);
    const handle = card(page, 'Sign-up').getByRole('button', { name: 'Move Email address', exact: true });
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expect(rows).toHaveText([/Email address/, /Username/]);
    await expect(handle).toBeFocused();
    await expect(page.getByText('Email address is now number 1 of 2.')).toBeAttached();

    await page.keyboard.press('Control+s');
    const review = page.getByRole('dialog', { name: 'Change how people sign in?' });
    await expect(review.getByRole('region', { name: 'After' })).toContainText('Email address (main)');
    await expect(review.getByRole('region', { name: 'Before' })).not.toContainText('Email address');
    await expectAccessible(page);
    await review.getByRole('button', { name: 'Cancel' }).click();
    expect((await settingsOf(administrator)).signUp.identifiers).toEqual(['username']);
    await page.keyboard.press('Control+s');
    await review.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await settingsOf(administrator)).signUp.identifiers).toEqual(['email']);
    const { signUp, signIn } = await settingsOf(administrator);
    expect(signUp).toMatchObject({ verify: true, password: true });
    expect(signUp.secondaryIdentifiers).toMatchObject([{ identifier: 'username' }]);
    expect(signIn.methods.map(({ identifier }) => identifier)).toEqual(['username', 'email']);
  });

  await test.step('social providers are added and reordered by dragging', async () => {
    await choose(page, 'Add provider', 'GitHub');
    await choose(page, 'Add provider', 'Discord');
    const rows = card(page, 'Social sign-in').getByRole('listitem');
    await expect(rows).toHaveText(['GitHub', 'Discord']);
    const [from, to] = [rows.nth(1).getByRole('button', { name: 'Move Discord', exact: true }), rows.nth(0)];
    await from.scrollIntoViewIfNeeded();
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    await page.mouse.move((start?.x ?? 0) + 8, (start?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((start?.x ?? 0) + 8, (end?.y ?? 0) + 4, { steps: 5 });
    await page.mouse.up();
    await expect(rows).toHaveText(['Discord', 'GitHub']);
    await page.getByRole('switch', { name: 'Link accounts automatically' }).click();
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => settingsOf(administrator))
      .toMatchObject({
        socialSignInConnectorTargets: ['discord', 'github'],
        socialSignIn: { automaticAccountLinking: true },
      });
    await expectToFit(page);
  });

  await page.goto(`${oss.endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /GitHub|Discord/ })).toHaveText([/Discord/, /GitHub/]);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Email address', { exact: true })).toBeVisible();
  administrator.expectNoComplaints(400);
});

test('without passwords at sign-up codes are required, recovery is hidden, and registration can be closed', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await openTab(page, oss);
  await choose(page, 'Add identifier', 'Email address');
  await card(page, 'Sign-up').getByRole('button', { name: 'Remove Username' }).click();
  await card(page, 'Sign-up').getByRole('checkbox', { name: 'Require a password' }).uncheck();
  const email = page.getByRole('group', { name: 'Email address' });
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeChecked();
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeDisabled();
  await expect(email.getByRole('button', { name: 'Remove Email address' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Code by email' }).check();
  await email.getByRole('checkbox', { name: 'Password', exact: true }).uncheck();
  await page.getByRole('group', { name: 'Username' }).getByRole('button', { name: 'Remove Username' }).click();
  await expect(page.getByText('no sign-in method uses a password')).toBeVisible();
  await page.getByRole('switch', { name: 'Allow registration' }).click();
  await page.keyboard.press('Control+s');
  const review = page.getByRole('dialog');
  await expect(review.getByRole('note')).toContainText('Username');
  await review.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  expect(await settingsOf(administrator)).toMatchObject({
    signInMode: 'SignIn',
    forgotPasswordMethods: [],
    signUp: { identifiers: ['email'], password: false, verify: true },
    signIn: { methods: [{ identifier: 'email', password: false, verificationCode: true }] },
  });
  await page.goto(`${oss.endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Email address')).toBeVisible();
  await expect(page.getByText('No account yet?')).toHaveCount(0);
  administrator.expectNoComplaints();
});

test.describe('in production', () => {
  test.use({ environment: { NODE_ENV: 'production' } });

  test('a missing connector is reported with a link to add one, and settings that need it are not sent', async ({
    page,
    oss,
  }) => {
    const administrator = await becomeAdministrator(page, oss);
    await openTab(page, oss);
    await choose(page, 'Add identifier', 'Phone number');
    const note = page.getByRole('note');
    await expect(note).toContainText('No SMS connector yet');
    await expect(note.getByRole('link', { name: 'Open the mailbox' })).toHaveCount(0);
    await page.keyboard.press('Control+s');
    await expect(card(page, 'Sign-up').getByRole('alert')).toContainText('Set up an SMS connector first');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(card(page, 'Sign-up').getByRole('listitem')).toHaveText([/Username/]);
    administrator.expectNoComplaints();
  });
});
