import type { Page } from '@playwright/test';
import { darkBrandOf } from '@postern/contracts/brand';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';

const preview = (page: Page) => page.frameLocator('iframe');
const pane = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

test('the preview follows the settings before saving and is inert, and pictures are uploaded, set by URL and removed', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const stored = () => administrator.api<SignInExperience>('get', signInExperienceApi.get.path);
  await page.goto(`${oss.consoleUrl}/sign-in-experience`);
  await expect(page).toHaveURL(/sign-in-experience\/branding$/);
  const button = preview(page).locator('button[type="submit"]');
  await expect(button).toHaveCSS('background-color', 'rgb(97, 57, 246)');

  await page.getByLabel('Brand color', { exact: true }).fill('#0E6B5C');
  await expect(button).toHaveCSS('background-color', 'rgb(14, 107, 92)');
  await expect(page.getByText('6.4 AA')).toBeVisible();
  // An incomplete color is ignored: the last valid one stays.
  await page.getByLabel('Brand color', { exact: true }).fill('#0E6');
  await expect(button).toHaveCSS('background-color', 'rgb(0, 238, 102)');
  await page.getByLabel('Brand color', { exact: true }).fill('#0E6B5C');

  await expect(pane(page).getByRole('group', { name: 'Theme' })).toHaveCount(0);
  await page.getByLabel('Dark mode').check();
  // The dark color follows the light one; once set it stays, until it is derived again.
  const darkField = page.getByLabel('Brand color, dark', { exact: true });
  await expect(darkField).toHaveValue(darkBrandOf('#0E6B5C'));
  await darkField.fill('#FFD166');
  await page.getByLabel('Brand color', { exact: true }).fill('#B3261E');
  await expect(darkField).toHaveValue('#FFD166');
  await page.getByLabel('Brand color', { exact: true }).fill('#0E6B5C');
  await page.getByRole('button', { name: 'Calculate from the light color' }).click();
  const dark = darkBrandOf('#0E6B5C');
  await expect(darkField).toHaveValue(dark);
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
  await expect(page.getByRole('button', { name: 'Open live page' })).toHaveAttribute('aria-disabled', 'true');
  expect(await stored()).toMatchObject({
    color: { primaryColor: '#6139F6', isDarkModeEnabled: false },
    customCss: null,
  });
  await expectToFit(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open live page' })).toHaveAttribute('href', `${oss.endpoint}/demo-app`);
  const { color, customCss } = await stored();
  expect(color).toEqual({ primaryColor: '#0E6B5C', isDarkModeEnabled: true, darkPrimaryColor: dark });
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
  await choose([{ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }]);
  await expect(logo.getByRole('alert')).toHaveText('Use a file of one of these types: SVG, PNG, JPG, ICO.');
  await choose([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(501 * 1024) }]);
  await expect(logo.getByRole('alert')).toHaveText('The file must not be larger than 500 kB.');
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
  await expectAccessible(page);
  await page.getByLabel('Dark mode').uncheck();
  await expect(logo.getByRole('status')).toHaveCount(0);

  await logo.getByRole('button', { name: 'Remove Logo' }).click();
  await expect(shown).toHaveCount(0);
  await logo.getByRole('button', { name: 'Use an address instead: Logo' }).click();
  await logo.getByLabel('Address: Logo').fill('ftp://x');
  await page.keyboard.press('Control+s');
  await expect(logo.getByRole('alert')).toHaveText('Start with https:// or http:// and a host name.');
  await logo.getByLabel('Address: Logo').fill(`${oss.endpoint}/user-assets/none.svg`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  // The frame blocks forms as well.
  administrator.expectNoComplaints('Blocked form submission', '404', '400');
});
