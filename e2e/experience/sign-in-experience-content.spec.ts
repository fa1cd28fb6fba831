import type { Page } from '@playwright/test';
import { customPhrasesApi } from '@postern/contracts/experience/custom-phrases';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { makeZip } from '../../server/src/platform/testing/zip.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, type Product, test } from '../product.ts';
import { visit } from '../visit.ts';

const preview = (page: Page) => page.frameLocator('iframe');

async function open(page: Page, product: Product, tab: string) {
  await page.goto(`${product.consoleUrl}/sign-in-experience/${tab}`);
  await expect(preview(page).locator('h1')).toBeVisible();
}

test('terms, a language, wording and custom pages are previewed, saved, shown to visitors and removed', async ({
  page,
  oss,
  browser,
}) => {
  test.slow();
  const administrator = await becomeAdministrator(page, oss);
  await open(page, oss, 'branding');
  const welcome = page.getByRole('region', { name: 'Customize your sign-in pages' });
  await welcome.getByRole('link', { name: /Terms and languages/ }).click();
  await expect(page).toHaveURL(/content$/);
  await page.getByLabel('Terms of use').fill('https://example.com/terms');
  await page.getByLabel('Email address').fill('help@example');
  await expect(preview(page).getByText('Contact')).toHaveCount(0);
  await page.getByLabel('Email address').fill('help@example.com');
  await expect(preview(page).locator('a[href="mailto:help@example.com"]')).toBeVisible();
  await expect(preview(page).locator('a[href="https://example.com/terms"]')).toBeVisible();
  await page.getByText('Checkbox every time').click();
  await expect(preview(page).locator('input[type="checkbox"]')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  expect(await administrator.api<SignInExperience>('get', signInExperienceApi.get.path)).toMatchObject({
    termsOfUseUrl: 'https://example.com/terms',
    agreeToTermsPolicy: 'Manual',
    supportEmail: 'help@example.com',
    privacyPolicyUrl: null,
  });

  await page.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Another language' }).click();
  await dialog.getByLabel('Language tag').fill('Dutch');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Use a language tag such as nl or nl-BE.')).toBeVisible();
  await dialog.getByLabel('Language tag').fill('nl');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Wording: Nederlands' })).toBeVisible();

  await page.getByLabel('signIn.title', { exact: true }).fill('Aanmelden bij uw account');
  await expect(preview(page).locator('h1')).toHaveText('Aanmelden bij uw account');
  await page.getByLabel('signIn.action', { exact: true }).fill('Inloggen');
  await page.getByRole('searchbox', { name: 'Search phrases' }).fill('signIn.');
  await expect(page.getByLabel('register.title', { exact: true })).toHaveCount(0);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  await page.getByLabel('Custom wording only').check();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await page.getByLabel('Custom wording only').uncheck();
  await page.getByRole('searchbox', { name: 'Search phrases' }).fill('no account');
  await expect(page.locator('tbody tr').first()).toContainText('No account yet?');

  // A visitor who prefers the language gets it.
  const visitor = await browser.newPage({ locale: 'nl' });
  await visitor.goto(`${oss.endpoint}/demo-app`);
  await visitor.getByRole('button').first().click();
  await expect(visitor.getByRole('button', { name: 'Inloggen' })).toBeVisible();
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'nl');
  // Other visitors can select it.
  await visitor.getByLabel('Language').selectOption({ label: 'English' });
  await expect(visitor.getByRole('button', { name: 'Inloggen' })).toHaveCount(0);
  await visitor.getByLabel('Language').selectOption({ label: 'Nederlands' });
  await expect(visitor.getByRole('button', { name: 'Inloggen' })).toBeVisible();
  await visitor.close();

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Wording removed')).toBeVisible();
  await expect(page).toHaveURL(/content$/);
  expect(await administrator.api('get', customPhrasesApi.list.path)).toEqual([]);

  // The editor shows and keeps wording that it has no field for, under keys of the wire.
  const brought = {
    action: { sign_in: 'Let me in' },
    description: { sign_in_to_your_account: 'Welcome back' },
    mfa: { totp: 'My app' },
  };
  await administrator.api('put', '/api/custom-phrases/de', brought);
  await page.goto(`${oss.consoleUrl}/sign-in-experience/content/languages/de`);
  const field = page.getByLabel('signIn.action', { exact: true });
  await expect(field).toHaveAttribute('placeholder', 'Let me in');
  await expect(page.frameLocator('iframe').locator('h1')).toHaveText('Welcome back');
  await page.getByLabel('Custom wording only').check();
  await expect(page.getByLabel('register.signIn', { exact: true })).toBeVisible();
  await expect(page.getByLabel('register.title', { exact: true })).toHaveCount(0);
  await field.fill('Hinein');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Hinein' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  const { translation } = await administrator.api<{ translation: object }>('get', '/api/custom-phrases/de');
  expect(translation).toEqual({ ...brought, signIn: { action: 'Hinein' } });

  // Custom pages are validated, and served after saving.
  await visit(page, `${oss.consoleUrl}/sign-in-experience/branding`);
  const card = page.getByRole('region', { name: 'Custom UI' });
  const choose = (content: Buffer, mimeType = 'application/zip') =>
    card.locator('input[type="file"]').setInputFiles({ name: 'pages.zip', mimeType, buffer: content });
  await choose(Buffer.from('x'), 'text/plain');
  await expect(card.getByRole('alert')).toHaveText('Use a file of one of these types: ZIP.');
  await choose(makeZip([{ name: 'home.html', content: 'x' }]));
  await expect(card.getByRole('alert')).toContainText('index.html');
  await choose(makeZip([{ name: 'index.html', content: '<!doctype html><title>Mine</title><h1>My own pages</h1>' }]));
  await expect(card.getByText('pages.zip')).toBeVisible();
  await expect(page.getByText('The preview is unavailable', { exact: true })).toBeVisible();
  expect(await (await page.request.get(`${oss.endpoint}/unknown-session`)).text()).not.toContain('My own pages');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await page.request.get(`${oss.endpoint}/unknown-session`)).text())
    .toContain('My own pages');
  await expectToFit(page);
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(preview(page).locator('h1')).toHaveText('Sign in to your account');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`${oss.endpoint}/unknown-session`)).text())
    .not.toContain('My own pages');

  // The introduction is there until it is skipped, and the pages of the console fit in German.
  await visit(page, `${oss.consoleUrl}/sign-in-experience/content`);
  await page.getByRole('button', { name: 'Account: admin' }).click();
  await page.getByRole('menuitem', { name: /Language/ }).click();
  await page
    .getByRole('menuitem', { name: 'Deutsch' })
    .or(page.getByRole('menuitemradio', { name: 'Deutsch' }))
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anmeldeseiten' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectToFit(page);
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await page.getByRole('button', { name: 'Überspringen' }).click();
  await kept;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Anmeldeseiten' })).toBeVisible();
  await expect(preview(page).locator('h1')).toBeVisible();
  await expect(page.getByText('Machen Sie diese Seiten zu Ihren')).toHaveCount(0);
  administrator.expectNoComplaints('400');
});
