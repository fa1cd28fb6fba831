import type { Page } from '@playwright/test';
import { sealFactorSecret } from '../../server/src/features/people/users/bind-factor.ts';
import { createVault } from '../../server/src/platform/secrets/vault.ts';
import { becomeAdministrator } from '../administrator.ts';
import { codeFor } from '../authenticator.ts';
import { becomeNewcomer } from '../newcomer.ts';
import { askDatabase, expect, expectAccessible, expectToFit, type Product, test, watchConsole } from '../product.ts';
import { startProvider } from '../provider.ts';
import { vaultKey } from '../vault-key.ts';
import { visit } from '../visit.ts';

const secret = 'administrators choose well';
const next = 'another sentence nobody guesses';

// One white pixel.
const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
    'base64',
  ),
};

/** Adds an authenticator app for the administrator, and enables it for the console. Returns its secret. */
async function addAuthenticator(oss: Product): Promise<string> {
  const secret = 'JBSWY3DPEHPK3PXP';
  const mfa = JSON.stringify({ factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' });
  await askDatabase(oss, 'admin', `update sign_in_experiences set mfa = '${mfa}'`);
  const [person] = await askDatabase<{ id: string }>(oss, 'admin', `select id from users where username = 'countess'`);
  const userId = person?.id ?? '';
  const vault = createVault({ keys: [vaultKey], isDatabaseEmbedded: false, dataDir: '' });
  const key = sealFactorSecret(vault, { tenantId: 'admin', userId }, secret);
  const factors = JSON.stringify([{ id: 'app', type: 'Totp', key, createdAt: new Date().toISOString() }]);
  await askDatabase(oss, 'admin', `update users set mfa_verifications = '${factors}' where id = '${userId}'`);
  return secret;
}

const row = (page: Page, label: string) => page.getByRole('listitem').filter({ hasText: label });
const account = (page: Page) => page.getByRole('button', { name: /^Account/ });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function openProfile(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(title(page)).toHaveText('Profile');
}

async function showPassword(page: Page, password = secret): Promise<void> {
  await expect(title(page)).toHaveText('Confirm that it is you');
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('an administrator changes picture, name, username, password, language and appearance', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);

  await page.goto(`${oss.consoleUrl}/profile`);
  await test.step('changes the name by keyboard; the top bar updates at once', async () => {
    await page.getByRole('button', { name: 'Change: Name' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Change your name' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(row(page, 'Name').first()).toContainText('Ada Lovelace');
    await expect(page.getByRole('button', { name: 'Account: Ada Lovelace' })).toBeVisible();
    await expect(account(page).locator('[data-initials="AL"]')).toBeVisible();
  });

  await test.step('uploads a picture and goes back to initials', async () => {
    await page.getByRole('button', { name: 'Change: Picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your picture' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await expect(dialog.getByRole('button', { name: /^Upload/ })).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles({ ...picture, name: 'me.txt', mimeType: 'text/plain' });
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles(picture);
    await expect(dialog.getByRole('textbox', { name: 'Image URL' })).toHaveValue(/\/user-assets\/admin\/.+\/me\.png$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(account(page).locator('img')).toBeVisible();
    await page.getByRole('button', { name: 'Change: Picture' }).click();
    await dialog.getByRole('textbox', { name: 'Image URL' }).fill('not an address');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Start with https:// or http://')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Image URL' }).fill('');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(account(page).locator('img')).toBeHidden();
  });

  await test.step('rejects a taken username', async () => {
    await page.getByRole('button', { name: 'Change: Username' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your username' });
    await askDatabase(oss, 'admin', `insert into users (id, username) values ('aaaaaaaaaaaa', 'taken')`);
    await dialog.getByLabel('Username').fill('taken');
    await page.keyboard.press('Enter');
    const refusal = page.getByRole('dialog', { name: 'This is not possible' });
    await expect(refusal).toContainText('This username is taken.');
    await refusal.getByRole('button', { name: 'Got it' }).click();
    await dialog.getByLabel('Username').fill('countess');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Username').first()).toContainText('countess');
  });

  await test.step('sets a new password after the old one is verified', async () => {
    await page.getByRole('button', { name: 'Change: Password' }).click();
    await showPassword(page, 'wrong');
    await expect(page.getByText('The account or password is incorrect.')).toBeVisible();
    await showPassword(page);
    await expect(title(page)).toHaveText('Change your password');
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password', { exact: true }).fill(next);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect(title(page)).toHaveText('Profile');
  });

  await test.step('a person with an authenticator app enters its code before the password changes', async () => {
    const secret = await addAuthenticator(oss);
    await page.getByRole('button', { name: 'Change: Password' }).click();
    await showPassword(page, next);
    await expect(title(page)).toHaveText('Change your password');
    await page.getByLabel('New password', { exact: true }).fill('a third sentence of words');
    await page.getByLabel('Confirm new password', { exact: true }).fill('a third sentence of words');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Verify your second factor' });
    const field = dialog.getByLabel('Code of the authenticator app');
    await field.fill(codeFor(secret));
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Profile');
    await expect(page.getByText('Password changed').last()).toBeVisible();
  });

  await test.step('language and appearance chosen on one machine apply on another', async () => {
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await expect(title(page)).toHaveText('Profil');
    await page.getByRole('combobox', { name: 'Darstellung' }).click();
    await page.getByRole('option', { name: 'Dunkel' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // Both were changed almost at once; neither may overwrite the other.
    await expect(async () => {
      const [kept] = await askDatabase<{ custom_data: { adminConsolePreferences: object } }>(
        oss,
        'admin',
        `select custom_data from users where username = 'countess'`,
      );
      expect(kept?.custom_data.adminConsolePreferences).toMatchObject({ language: 'de', appearanceMode: 'dark' });
    }).toPass();
    const { cookies, origins } = await page.context().storageState();
    const session = origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.filter(({ name }) => name.endsWith('console:session')),
    }));
    const elsewhere = await browser.newPage({
      locale: 'en-US',
      colorScheme: 'light',
      storageState: { cookies, origins: session },
    });
    await elsewhere.goto(oss.consoleUrl);
    await expect(elsewhere.getByRole('heading', { name: 'Erste Schritte', exact: true })).toBeVisible();
    await expect(elsewhere.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'de');
  });
  administrator.expectNoComplaints(400, 403, 422);
});

const codeTo = async (product: Product, email: string) => {
  const [message] = await askDatabase<{ code: string }>(
    product,
    'admin',
    `select code from mailbox_messages where recipient = '${email}' and code is not null order by created_at desc limit 1`,
  );
  return message?.code ?? '';
};

test.describe('in the cloud edition', () => {
  // The test provider runs on localhost.
  test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

  test('a social account is linked in a popup window, and an email address with a code', async ({ page, cloud }) => {
    const complaints = watchConsole(page);
    const provider = await startProvider([
      { sub: 'iris', name: 'Iris', email: 'iris@fjord.example', email_verified: true },
    ]);
    await askDatabase(
      cloud,
      'admin',
      `insert into connectors (id, connector_id, type, target, platform, config, metadata) values ('acme', 'oidc',
        'Social', 'acme', 'Universal', '${JSON.stringify(provider.config)}',
        '{"target":"acme","name":{"en":"Acme"}}')`,
      `update sign_in_experiences set social_sign_in_connector_targets = '["acme"]'`,
    );
    await becomeNewcomer(page, cloud, 'iris', 'Northwind', secret);
    await openProfile(page);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Profile information',
      'Linked accounts',
      'Password',
      'Second factor',
      'Sessions',
      'Preferences',
      'Delete account',
    ]);
    await expect(page.getByRole('button', { name: 'Change: Username' })).toBeHidden();
    await expect(row(page, 'Acme')).toContainText('Not linked');

    await test.step('a refusal at the provider links nothing', async () => {
      await page.getByRole('button', { name: 'Link: Acme' }).click();
      await showPassword(page);
      await expect(page.getByRole('dialog', { name: 'Link: Acme' })).toBeVisible();
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Continue' }).click();
      const popup = await opened;
      await popup.waitForURL(`${provider.url}/**`);
      expect(popup.viewportSize()).toMatchObject({ width: 600, height: 640 });
      const closed = popup.waitForEvent('close');
      await popup.getByRole('link', { name: 'Refuse' }).click();
      await closed;
      await expect(page.getByText('No account was linked')).toBeVisible();
    });

    await test.step('an account is linked and unlinked', async () => {
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Link: Acme' }).click();
      await (await opened).getByRole('link', { name: 'Continue as Iris' }).click();
      await expect(page.getByText('Account linked')).toBeVisible();
      await expect(row(page, 'Acme')).toContainText('iris@fjord.example');
      await expectToFit(page);
      await page.getByRole('button', { name: 'Unlink: Acme' }).click();
      const warning = page.getByRole('dialog', { name: 'Unlink your Acme account?' });
      await expect(warning).toContainText('You can no longer sign in with Acme.');
      await warning.getByRole('button', { name: 'Unlink' }).click();
      await expect(row(page, 'Acme')).toContainText('Not linked');
    });
    await provider.stop();

    await test.step('an email address is linked with a code; the recent proof is not asked for again', async () => {
      await page.getByRole('button', { name: 'Link: Email address' }).click();
      await expect(title(page)).toHaveText('Link an email address');
      await expectToFit(page);
      await expect(page.getByLabel('New email address')).toBeFocused();
      await page.getByLabel('New email address').fill('nobody');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This value is not valid.')).toBeVisible();
      await page.getByLabel('New email address').fill('Iris@Northwind.example');
      await page.keyboard.press('Enter');
      await expect(title(page)).toHaveText('Enter the code');
      await expect(page.getByText('iris@northwind.example')).toBeVisible();
      await expectToFit(page);
      const code = await codeTo(cloud, 'iris@northwind.example');
      await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '111111' : '000000');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The code is incorrect.')).toBeVisible();
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Profile updated')).toBeVisible();
      await expect(row(page, 'Email address')).toContainText('iris@northwind.example');
      await expect(page.getByRole('button', { name: 'Account: iris' })).toBeVisible();
    });

    await test.step('a new address must differ', async () => {
      await page.getByRole('button', { name: 'Change: Email address' }).click();
      await page.getByLabel('New email address').fill('iris@northwind.example');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This is already your email address.')).toBeVisible();
    });

    await test.step('a user who forgot the password verifies the address instead', async () => {
      await visit(page, `${cloud.consoleUrl}/profile`);
      await page.getByRole('button', { name: 'Change: Password' }).click();
      await page.getByRole('button', { name: 'Email me a code instead' }).click();
      await expect(title(page)).toHaveText('Enter the code');
      await page.getByLabel('Code', { exact: true }).fill(await codeTo(cloud, 'iris@northwind.example'));
      await page.keyboard.press('Enter');
      await expect(title(page)).toHaveText('Change your password');
    });
    expect(complaints.filter((text) => !/\b4(00|22)\b/.test(text))).toEqual([]);
  });
});
