import { darkBrandOf } from '@postern/contracts/brand';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerExperienceTabs, watchPreview } from '../../../../testing/answer-experience-tabs.ts';
import { api, expectNoProblems, has, openScreen, pressSave } from '../../../../testing/open-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  expectNoProblems();
});

const path = '/sign-in-experience/branding';
const color = page.getByLabelText('Brand color', { exact: true });
const darkColor = page.getByLabelText('Brand color, dark', { exact: true });
const darkMode = page.getByRole('switch', { name: has('Dark mode') });
const pane = page.getByRole('complementary', { name: 'Preview' });
const logo = page.getByRole('group', { name: 'Logo', exact: true });

const fileInput = (place: typeof logo) => place.element().querySelector('input[type="file"]') as HTMLElement;

test('the preview gets colors before they are saved; the dark color follows until it is set', async () => {
  const stored = answerExperienceTabs(api);
  const preview = watchPreview();
  const shownColor = () => preview()?.signInExperience.color;
  await openScreen('/sign-in-experience');
  await expect.poll(() => location.pathname).toMatch(/branding$/);
  await color.fill('#0E6B5C');
  await expect.poll(shownColor).toMatchObject({ primaryColor: '#0E6B5C' });
  await expect.element(page.getByText('6.4 AA')).toBeVisible();
  await color.fill('#0E6');
  await expect.poll(shownColor).toMatchObject({ primaryColor: '#0E6' });
  await color.fill('#0E6B');
  await color.fill('#0E6B5C');

  await expect.element(pane.getByRole('group', { name: 'Theme' })).not.toBeInTheDocument();
  await darkMode.click();
  const dark = darkBrandOf('#0E6B5C');
  await expect.element(darkColor).toHaveValue(dark);
  await darkColor.fill('#FFD166');
  await color.fill('#B3261E');
  await expect.element(darkColor).toHaveValue('#FFD166');
  await color.fill('#0E6B5C');
  await page.getByRole('button', { name: 'Calculate from the light color' }).click();
  await expect.element(darkColor).toHaveValue(dark);
  await pane.getByRole('button', { name: 'Dark' }).click();
  await pane.getByRole('button', { name: 'Mobile' }).click();
  await pane.getByRole('combobox', { name: 'Language of the preview' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await pane.getByRole('combobox', { name: 'Screen' }).click();
  await page.getByRole('option', { name: 'Registration' }).click();
  await expect
    .poll(() => preview())
    .toMatchObject({ mode: 'dark', platform: 'mobile', language: 'de', path: '/register' });

  await expect.element(page.getByRole('button', { name: 'Open live page' })).toHaveAttribute('aria-disabled', 'true');
  expect(stored().color.primaryColor).toBe('#6139F6');
  await expectToFit();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(stored().color).toEqual({ primaryColor: '#0E6B5C', isDarkModeEnabled: true, darkPrimaryColor: dark });
  await expect
    .element(page.getByRole('link', { name: 'Open live page' }))
    .toHaveAttribute('href', `${location.origin}/demo-app`);
});

test('a color counts as one unsaved change although the dark one follows it', async () => {
  answerExperienceTabs(api);
  await openScreen(path);
  await color.fill('#0E6B5C');
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  await darkMode.click();
  await expect.element(darkColor).toHaveValue(darkBrandOf('#0E6B5C'));
  await expect.element(page.getByText('2 unsaved changes')).toBeVisible();
  await darkColor.fill('#FFD166');
  await expect.element(page.getByText('3 unsaved changes')).toBeVisible();
});

test('a logo is checked before it is sent, is removed, and is set by its address', async () => {
  const stored = answerExperienceTabs(api, { branding: { logoUrl: 'https://example.com/logo.svg' } });
  await openScreen(path);
  await expect.element(logo).toBeVisible();
  const choose = async (file: File) => userEvent.upload(fileInput(logo), file);
  await choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }));
  await expect
    .element(logo.getByRole('alert'))
    .toHaveTextContent('Use a file of one of these types: SVG, PNG, JPG, ICO.');
  await choose(new File([new Uint8Array(501 * 1024)], 'a.png', { type: 'image/png' }));
  await expect.element(logo.getByRole('alert')).toHaveTextContent('The file must not be larger than 500 kB.');
  await expectAccessible();
  expect(api.requestsOf(userAssetsApi.upload)).toEqual([]);

  await logo.getByRole('button', { name: 'Remove Logo' }).click();
  await logo.getByRole('button', { name: 'Use an address instead: Logo' }).click();
  const address = logo.getByLabelText('Address: Logo');
  await address.fill('ftp://x');
  await pressSave();
  await expect.element(logo.getByRole('alert')).toHaveTextContent('Start with https:// or http:// and a host name.');
  await address.fill(`${location.origin}/logo.svg`);
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(stored().branding.logoUrl).toBe(`${location.origin}/logo.svg`);
});

test('custom UI is a zip file, replaces the preview, and is removed', async () => {
  const stored = answerExperienceTabs(api, { customUiAssets: { id: 'mine', createdAt: 1_760_000_000_000 } });
  await openScreen(path);
  const card = page.getByRole('region', { name: 'Custom UI' });
  await expect.element(card.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect.element(page.getByText('The preview is unavailable', { exact: true })).toBeVisible();
  await userEvent.upload(fileInput(card), new File(['x'], 'pages.txt', { type: 'text/plain' }));
  await expect.element(card.getByRole('alert')).toHaveTextContent('Use a file of one of these types: ZIP.');
  await expectToFit();
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect.element(pane.getByTitle('Preview of the sign-in page')).toBeInTheDocument();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(stored().customUiAssets).toBeNull();
});

test('the product name is hidden, and pages of your own get sources, which are checked', async () => {
  const stored = answerExperienceTabs(api, { customUiAssets: { id: 'pages', createdAt: 1 }, customUiCsp: {} });
  await openScreen(path);
  await page.getByRole('switch', { name: has('Hide the line') }).click();
  const scripts = page.getByRole('textbox', { name: has('Sources of scripts') });
  await scripts.fill("https://cdn.example.com\n'unsafe-eval'");
  await pressSave();
  await expect.element(page.getByText(/unsafe-eval.* is not an allowed address/)).toBeVisible();
  await scripts.fill('https://cdn.example.com');
  await expectToFit();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(stored()).toMatchObject({
    hideLogtoBranding: true,
    customUiCsp: { scriptSrc: ['https://cdn.example.com'], connectSrc: [] },
  });
});
