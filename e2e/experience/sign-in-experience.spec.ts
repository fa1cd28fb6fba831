import type { Browser, Page } from '@playwright/test';
import { darkBrandOf } from '@postern/contracts/brand';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { makeZip } from '../../server/src/platform/testing/zip.ts';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, type Product, test } from '../product.ts';
import { visit } from '../visit.ts';

const preview = (page: Page) => page.frameLocator('iframe');
const pane = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

test('the preview follows settings, wording and pictures before they are saved and is inert, and visitors get what is saved', async ({
  page,
  oss,
  browser,
}) => {
  test.slow();
  const administrator = await becomeAdministrator(page, oss);
  const stored = () => administrator.api<SignInExperience>('get', signInExperienceApi.get.path);
  await page.goto(`${oss.consoleUrl}/sign-in-experience`);
  await expect(page).toHaveURL(/sign-in-experience\/branding$/);
  const button = preview(page).locator('button[type="submit"]');
  await expect(button).toHaveCSS('background-color', 'rgb(97, 57, 246)');

  await page.getByLabel('Brand color', { exact: true }).fill('#0E6B5C');
  await expect(button).toHaveCSS('background-color', 'rgb(14, 107, 92)');
  await page.getByLabel('Dark mode').check();
  await expect(preview(page).locator('.card')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await pane(page).getByRole('button', { name: 'Dark' }).click();
  await expect(preview(page).locator('.card')).toHaveCSS('background-color', 'rgb(25, 24, 32)');
  await pane(page).getByRole('button', { name: 'Mobile' }).click();
  await expect
    .poll(() =>
      preview(page)
        .locator('html')
        .evaluate((html) => html.clientWidth),
    )
    .toBe(390);

  await pane(page).getByRole('combobox', { name: 'Language of the preview' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(preview(page).locator('h1')).toHaveText('Bei Ihrem Konto anmelden');
  await pane(page).getByRole('combobox', { name: 'Screen' }).click();
  await page.getByRole('option', { name: 'Registration' }).click();
  await expect(preview(page).locator('h1')).toHaveText('Konto anlegen');

  await page.getByRole('textbox', { name: 'Custom CSS' }).click();
  await page.keyboard.type('.car');
  await page.getByRole('option', { name: /^\.card/ }).click();
  await page.keyboard.type(' { border-radius: 3px; }');
  await expect(preview(page).locator('.card')).toHaveCSS('border-radius', '3px');

  // Nothing has been saved.
  expect(await stored()).toMatchObject({
    color: { primaryColor: '#6139F6', isDarkModeEnabled: false },
    customCss: null,
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open live page' })).toHaveAttribute('href', `${oss.endpoint}/demo-app`);
  const { color, customCss } = await stored();
  expect(color).toEqual({ primaryColor: '#0E6B5C', isDarkModeEnabled: true, darkPrimaryColor: darkBrandOf('#0E6B5C') });
  expect(customCss).toContain('border-radius: 3px');

  await page.reload();
  await expect(preview(page).locator('h1')).toHaveText('Sign in to your account');
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/experience') && calls.push(request.url()));
  const frame = page.frames().find((one) => one.url().includes('preview=true'));
  await frame?.evaluate('document.querySelector("form").requestSubmit()');
  await frame?.evaluate('document.querySelector("a").click()');
  await expect(preview(page).locator('#root')).toHaveAttribute('inert', '');
  expect(frame?.url()).toContain('/sign-in?preview=true');
  // Messages from other windows are ignored.
  await frame?.evaluate(
    'postMessage({ sender: "ac_preview", config: { signInExperience: {}, language: "de", mode: "dark" } }, "*")',
  );
  await expect(preview(page).locator('h1')).toHaveText('Sign in to your account');
  expect(calls).toEqual([]);

  const stranger = await page.context().newPage();
  await stranger.route('http://stranger.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${oss.endpoint}/sign-in?preview=true"></iframe>`,
    }),
  );
  await stranger.goto('http://stranger.test/');
  await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error/);
  await stranger.close();

  const logo = page.getByRole('group', { name: 'Logo', exact: true });
  const choose = (files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    logo.locator('input[type="file"]').setInputFiles(files);
  // A file named png that is not one: the server checks its content.
  await choose([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }]);
  await expect(logo.getByRole('alert')).toContainText('type');

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
  await choose([{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }]);
  await expect(logo.getByRole('img').or(logo.locator('img'))).toBeVisible();
  await expect(logo.getByRole('alert')).toHaveCount(0);
  const shown = preview(page).locator('.logo img');
  await expect(shown).toHaveAttribute('src', new RegExp(`^${oss.endpoint}/user-assets/`));
  await expect.poll(() => shown.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(40);

  await page.getByLabel('Dark mode').uncheck();
  // A black logo is invisible on a dark background.
  await expect(logo.getByRole('status')).toHaveCount(0);
  await page.getByLabel('Dark mode').check();
  await expect(logo.getByRole('status')).toHaveText(
    'This logo is hard to see in dark mode. Add one for the dark theme.',
  );
  await page.getByLabel('Dark mode').uncheck();
  await expect(logo.getByRole('status')).toHaveCount(0);

  await logo.getByRole('button', { name: 'Remove Logo' }).click();
  await expect(shown).toHaveCount(0);
  await changeWording(page, oss, browser);
  await replacePages(page, oss, administrator);
  // The frame blocks forms as well.
  administrator.expectNoComplaints('Blocked form submission', '404', '400');
});

async function changeWording(page: Page, { consoleUrl, endpoint }: Product, browser: Browser): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click();
  await visit(page, `${consoleUrl}/sign-in-experience/content`);
  await page.getByLabel('Terms of use').fill('https://example.com/terms');
  await page.getByLabel('Email address').fill('help@example');
  await expect(preview(page).locator('a[href="https://example.com/terms"]')).toBeVisible();
  await expect(preview(page).getByText('Contact')).toHaveCount(0);
  await page.getByLabel('Email address').fill('help@example.com');
  await expect(preview(page).locator('a[href="mailto:help@example.com"]')).toBeVisible();
  await page.getByText('Checkbox every time').click();
  await expect(preview(page).locator('input[type="checkbox"]')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();

  await visit(page, `${consoleUrl}/sign-in-experience/content/languages/nl`);
  await page.getByLabel('signIn.title', { exact: true }).fill('Aanmelden bij uw account');
  await expect(preview(page).locator('h1')).toHaveText('Aanmelden bij uw account');
  await page.getByLabel('signIn.action', { exact: true }).fill('Inloggen');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();

  // A visitor who prefers the language gets it.
  const visitor = await browser.newPage({ locale: 'nl' });
  await visitor.goto(`${endpoint}/demo-app`);
  await visitor.getByRole('button').first().click();
  await expect(visitor.getByRole('button', { name: 'Inloggen' })).toBeVisible();
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'nl');
  // Other visitors can select it.
  await visitor.getByLabel('Language').selectOption({ label: 'English' });
  await expect(visitor.getByRole('button', { name: 'Inloggen' })).toHaveCount(0);
  await visitor.getByLabel('Language').selectOption({ label: 'Nederlands' });
  await expect(visitor.getByRole('button', { name: 'Inloggen' })).toBeVisible();
  await visitor.close();
}

/** Custom pages are validated, and served after saving. */
async function replacePages(page: Page, { consoleUrl, endpoint }: Product, { api }: Administrator): Promise<void> {
  await visit(page, `${consoleUrl}/sign-in-experience/branding`);
  const card = page.getByRole('region', { name: 'Custom UI' });
  const choose = (buffer: Buffer) =>
    card.locator('input[type="file"]').setInputFiles({ name: 'pages.zip', mimeType: 'application/zip', buffer });
  const served = async () => (await page.request.get(`${endpoint}/unknown-session`)).text();
  await choose(makeZip([{ name: 'home.html', content: 'x' }]));
  await expect(card.getByRole('alert')).toContainText('index.html');
  await choose(makeZip([{ name: 'index.html', content: '<!doctype html><title>Mine</title><h1>My own pages</h1>' }]));
  await expect(card.getByText('pages.zip')).toBeVisible();
  await expect(page.getByText('The preview is unavailable', { exact: true })).toBeVisible();
  expect(await served()).not.toContain('My own pages');
  await page.keyboard.press('Control+s');
  await expect.poll(served).toContain('My own pages');
  await api('patch', signInExperienceApi.update.path, { customUiAssets: null });
  await expect.poll(served).not.toContain('My own pages');
}
