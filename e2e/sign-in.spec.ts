import { expect, expectAccessible, expectNarrow, test, watchConsole } from './product.ts';

test.use({ isFresh: true });

const password = 'a sentence nobody guesses';

test('pages without an active sign-in show a notice; a new user registers in the demo app, signs out and in again', async ({
  page,
  oss,
}) => {
  await page.goto(`${oss.endpoint}/sign-in`);
  await expect(page).toHaveURL(/\/unknown-session/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  const complaints = watchConsole(page);
  await page.goto(`${oss.endpoint}/oidc/session/end`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
  await expectAccessible(page);

  await page.goto(`${oss.endpoint}/demo-app`);
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/register/);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/demo-app/);
  await expect(page.getByText('ada').first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('not this one at all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The account or password is incorrect.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/demo-app/);
  await expect(page.getByText('ada').first()).toBeVisible();
  // The wrong password responds with 422, which the browser reports; it may report nothing else.
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
});

test('the pages use German for a German browser, then the selected language, and fit a phone', async ({
  browser,
  oss,
}) => {
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  await page.goto(oss.consoleUrl);
  await expect(page.getByLabel('Benutzername')).toBeVisible();
  await expectNarrow(page, 320);
  await expectAccessible(page);

  await page.getByLabel('Benutzername').fill('maya');
  await page.getByLabel('Sprache').selectOption({ label: 'العربية' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  // Typed values stay, and the list shows native language names.
  await expect(page.getByLabel('اسم المستخدم')).toHaveValue('maya');
  await expect(page.getByLabel('اللغة').getByRole('option')).toHaveCount(18);
  await expectNarrow(page, 320);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('اسم المستخدم')).toBeVisible();
  await page.getByLabel('اللغة').selectOption('fr');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByLabel('Langue')).toHaveValue('fr');
  await page.goto(oss.consoleUrl);
  await expect(page.getByLabel('Langue')).toHaveValue('fr');
  await context.close();
});
